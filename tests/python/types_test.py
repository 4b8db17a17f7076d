"""The package's types: mypy finds nothing wrong in it, nor in a program that uses it."""

import os
import subprocess
import sys
from pathlib import Path

import gbho

STRICT = ["--ignore-missing-imports", "--disallow-untyped-defs", "--no-error-summary", "--follow-imports=silent"]


def mypy(*files, **environment):
    return subprocess.run([sys.executable, "-m", "mypy", *STRICT, *files], capture_output=True, text=True, check=False,
                          env={**os.environ, **environment})


def test_the_package_is_clean():
    done = mypy(str(Path(gbho.__file__).parent))
    assert done.returncode == 0, done.stdout + done.stderr


def test_users_see_the_types(tmp_path):
    program = tmp_path / "program.py"
    program.write_text("import gbho\nresult = gbho.tune('t.csv')\nreveal_type(result.best)\nreveal_type(gbho.create({}).ask().params)\n"
                       "gbho.tune('t.csv', method=3)\n")
    done = mypy(str(program), MYPYPATH=str(Path(gbho.__file__).parent.parent))
    assert "builtins.dict[builtins.str, builtins.float]" in done.stdout.replace("Dict", "dict") and "method" in done.stdout, done.stdout
