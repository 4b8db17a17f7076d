#!/usr/bin/env python3
"""Gets the tables of catalog.py and splits each five times into rows for training and rows for the test.

    build/tabular/venv/bin/python bench/tabular/get_tables.py [--tables development,check] [--out build/tabular/tables]

Leaves OUT/NAME.csv as a user would have it: a header, text for categories, nothing where a value is missing; and
OUT/splits/NAME-0-train.csv, NAME-0-test.csv, … Three Debian packages are downloaded and unpacked in a folder of their own,
not installed; Rscript (r-base-core) reads them. The environment comes from make_environment.
"""

import argparse
import csv
import subprocess
import tempfile
from pathlib import Path

import splits
from catalog import REGRESSION, select

HERE = Path(__file__).resolve().parent
BUILD = HERE.parents[1] / "build" / "tabular"


def unpack_package(package: str, folder: Path) -> None:
    """CSV files of all data frames of one R package."""
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as work:
        subprocess.run(["apt-get", "-q", "-o", "APT::Sandbox::User=root", "download", f"r-cran-{package}"], cwd=work,
                       check=True, stdout=subprocess.DEVNULL)
        [archive] = Path(work).glob("*.deb")
        subprocess.run(["dpkg-deb", "-x", archive, work], check=True)
        unpacked = Path(work) / "usr/lib/R/site-library" / package
        subprocess.run(["Rscript", "--vanilla", HERE / "read_packages.R", unpacked, folder], check=True)


def bundled_rows(source) -> tuple:
    """Header and rows of one of scikit-learn's own sets, with class names instead of numbers where it has them."""
    from sklearn import datasets
    options = {"scaled": False} if source.object == "diabetes" else {}
    bunch = getattr(datasets, f"load_{source.object}")(as_frame=True, **options)
    names = [name.replace(" (cm)", "") for name in bunch.data.columns]
    classes = [str(name) for name in getattr(bunch, "target_names", [])]
    targets = [classes[int(y)] if classes else repr(float(y)) for y in bunch.target]
    rows = [[repr(float(value)) for value in row] + [target] for row, target in zip(bunch.data.values, targets)]
    return [*names, source.target], [[cell.removesuffix(".0") for cell in row] for row in rows]


def package_rows(source, packages: Path) -> tuple:
    folder = packages / source.package
    if not folder.exists():
        unpack_package(source.package, folder)
    with open(folder / f"{source.object}.csv", encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    keep = [column for column, name in enumerate(header) if name not in source.drop]
    target = header.index(source.target)
    return [header[c] for c in keep], [[row[c] for c in keep] for row in rows if row[target] != ""]


def write_table(path: Path, header: list, rows: list) -> None:
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])


def write_splits(folder: Path, source, header: list, rows: list) -> None:
    column = header.index(source.target)
    targets = [row[column] for row in rows]
    for split in range(splits.SPLITS):
        test = splits.test_rows(source.name, split, targets, source.task == REGRESSION)
        write_table(folder / f"{source.name}-{split}-train.csv", header, [r for i, r in enumerate(rows) if i not in test])
        write_table(folder / f"{source.name}-{split}-test.csv", header, [r for i, r in enumerate(rows) if i in test])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="development,check", help="lists or tables of catalog.py")
    parser.add_argument("--out", type=Path, default=BUILD / "tables")
    arguments = parser.parse_args()
    (arguments.out / "splits").mkdir(parents=True, exist_ok=True)
    for source in select(arguments.tables):
        rows_of = bundled_rows if source.package == "sklearn" else lambda s: package_rows(s, arguments.out / "packages")
        header, rows = rows_of(source)
        write_table(arguments.out / f"{source.name}.csv", header, rows)
        write_splits(arguments.out / "splits", source, header, rows)
        print(f"{source.name}: {len(rows)} rows, {len(header) - 1} columns, {source.task} of {source.target}", flush=True)


if __name__ == "__main__":
    main()
