"""The examples run, and what they assert of their results holds. Those that are notebooks run as these, cell by cell."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "python"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))
PROGRAMS = [path for path in sorted(EXAMPLES.glob("*.py")) if path.with_suffix(".ipynb") not in NOTEBOOKS]

RUN_CELLS = """
import json, sys
names = {"__name__": "__main__"}
for number, cell in enumerate(json.load(open(sys.argv[1], encoding="utf-8"))["cells"]):
    if cell["cell_type"] == "code":
        exec(compile("".join(cell["source"]), f"{sys.argv[1]}, cell {number}", "exec"), names)
"""


def run(*arguments, cwd):
    done = subprocess.run([sys.executable, *map(str, arguments)], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_program(program, tmp_path):
    run(program, cwd=tmp_path)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(notebook, tmp_path):
    run("-c", RUN_CELLS, notebook, cwd=tmp_path)


def test_notebooks_are_those_of_their_programs():
    assert len(NOTEBOOKS) >= 4
    run(ROOT / "scripts" / "notebooks", "--check", cwd=ROOT)


def test_notebooks_are_valid():
    for path in NOTEBOOKS:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
        ids = [cell["id"] for cell in notebook["cells"]]
        assert len(set(ids)) == len(ids) and {cell["cell_type"] for cell in notebook["cells"]} == {"markdown", "code"}
