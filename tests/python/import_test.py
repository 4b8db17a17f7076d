"""What importing loads, and what it refuses to be loaded beside."""

import subprocess
import sys
import time

from conftest import python


def test_importing_loads_nothing_heavy():
    done = python("import sys, gbho; print([name for name in ('torch', 'numpy', 'pandas', 'sklearn', 'optuna', 'gbho._core') if name in sys.modules])")
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_no_pytorch_is_needed_to_tune():
    done = python("""
import sys
class NoTorch:
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] == 'torch': raise ImportError('no PyTorch here')
sys.meta_path.insert(0, NoTorch())
import gbho
print(gbho.tune(study='mnist-1k-1hp', method='grid', grid={'points': 2}, lower__epochs=1, store=False).best)
try: gbho.minimize((None, None, None), {})
except ImportError as error: print(error)
""")
    assert "'l2'" in done.stdout and "install python3-torch" in done.stdout, done.stdout + done.stderr


def test_pytorch_may_come_before_or_after():
    for imports in ("import torch, gbho", "import gbho; gbho.version(); import torch"):
        done = python(f"{imports}; print(gbho.check_gradients((lambda b: b.square().sum(), lambda l, b: (b - l).square().sum(), torch.zeros(2)), {{'a': (0, 1)}}).error < 1)")
        assert done.stdout.strip() == "True", imports + done.stdout + done.stderr


def test_another_pytorch_is_refused(tmp_path):
    # A library by that name, as another PyTorch would bring it.
    library = tmp_path / "libtorch_cpu.so"
    subprocess.run(["cc", "-shared", "-o", str(library), "-x", "c", "-"], input="int torch_of_others;", text=True, check=True)
    done = python(f"import ctypes; ctypes.CDLL({str(library)!r}); import gbho; gbho.version()")
    assert done.returncode == 1
    assert "ImportError: gbho was built with LibTorch" in done.stderr and str(library) in done.stderr and "docs/python.md" in done.stderr
    folder = tmp_path / "torch"
    folder.mkdir()
    (folder / "__init__.py").write_text("__version__ = '2.99.0+cu126'\n")
    done = python(f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import torch, gbho; gbho.version()")
    assert done.returncode == 1 and "the PyTorch in this process is 2.99.0" in done.stderr


def test_threads_do_not_spin():
    done = python("""
import os, gbho, ctypes
gbho.version()
print('OMP_WAIT_POLICY' in os.environ)
""")
    assert done.stdout.strip() == "False"
    shown = python("import gbho; gbho.version()", OMP_DISPLAY_ENV="true")
    assert "OMP_WAIT_POLICY = 'PASSIVE'" in shown.stderr


def test_the_log_is_pythons():
    done = python("""
import logging, gbho
logging.basicConfig(level=logging.DEBUG)
from gbho._loading import core
gbho.tune(study='mnist-1k-1hp', method='grid', grid={'points': 2}, lower__epochs=1, store='/proc/nowhere/studies.db' if False else False)
print('done')
""")
    assert done.stdout.strip() == "done", done.stderr


def test_other_threads_of_python_run_on():
    done = python("""
import threading, time, gbho
ticks = []
def tick():
    while not over: ticks.append(1); time.sleep(0.005)
over = False
gbho.version()
thread = threading.Thread(target=tick); thread.start()
before = len(ticks)
gbho.tune(study='mnist-1k-1hp', method='grid', grid={'points': 20}, lower__epochs=30, store=False, progress=False)
print(len(ticks) - before > 10); over = True; thread.join()
""")
    assert done.stdout.strip() == "True", done.stdout + done.stderr


def test_importing_takes_no_time():
    begun = time.monotonic()
    subprocess.run([sys.executable, "-c", "import gbho"], check=True)
    assert time.monotonic() - begun < 30  # a hundred times what it takes; docs/results/python.md measures
