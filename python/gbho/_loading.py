"""Loads the extension module, and LibTorch with it, when it is first needed.

`import gbho` takes milliseconds and does not import PyTorch. What loads LibTorch into the process comes through `core()`,
which first looks whether there is another one: two of them in one process crash.
"""

from __future__ import annotations

import atexit
import logging
import os
import re
import sys
import threading
from pathlib import Path
from types import ModuleType
from typing import Optional

from . import _build

_logger = logging.getLogger("gbho")
_logger.addHandler(logging.NullHandler())
_core: Optional[ModuleType] = None
_lock = threading.Lock()


def _loaded_files() -> set[str]:
    """The shared libraries of this process."""
    try:
        lines = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return set()
    return {line.split(maxsplit=5)[5] for line in lines if line.count("/") and len(line.split(maxsplit=5)) == 6}


def _loaded_libtorch() -> list[str]:
    return sorted(file for file in _loaded_files() if re.match(r"libtorch_cpu[.-]", os.path.basename(file)))


def _release(version: str) -> str:
    found = re.match(r"\d+\.\d+\.\d+", version)
    return found.group() if found else version


def refuse_foreign_libtorch() -> None:
    """Raises ImportError when the process has a LibTorch that is not the one gbho was built with."""
    ours = f"LibTorch {_build.TORCH_VERSION} ({_build.TORCH_FILE})"
    remedy = "use the PyTorch that gbho was built for, or build gbho for this one (docs/python.md, pip)"
    for file in _loaded_libtorch():
        if os.path.basename(file) != _build.TORCH_FILE:
            raise ImportError(f"gbho was built with {ours}, and this process has loaded another one, {file}; {remedy}")
    torch = sys.modules.get("torch")
    version = str(getattr(torch, "__version__", _build.TORCH_VERSION))
    if _release(version) != _release(_build.TORCH_VERSION):
        raise ImportError(f"gbho was built with {ours}, and the PyTorch in this process is {version}; {remedy}")


def _import_with_passive_threads() -> ModuleType:
    # OpenMP's threads wait for work by spinning, and then hold the processor that the thread they wait for would need.
    # The policy is read when the OpenMP library starts; other programs that this one starts need not have it.
    given = os.environ.get("OMP_WAIT_POLICY")
    if given is None:
        os.environ["OMP_WAIT_POLICY"] = "passive"
    try:
        from . import _core as loaded  # type: ignore[attr-defined]
    finally:
        if given is None:
            del os.environ["OMP_WAIT_POLICY"]
    return loaded


def _load() -> ModuleType:
    if _build.NEEDS_PYTORCH and "torch" not in sys.modules:
        try:
            import torch  # noqa: F401  # its folder has the libraries that the extension module needs
        except ImportError as error:
            raise ImportError("gbho was built for PyTorch, which is missing here: pip install torch") from error
    refuse_foreign_libtorch()
    data = Path(__file__).with_name("data")
    if data.is_dir():
        os.environ.setdefault("GBHO_DATA_DIR", str(data))
    loaded = _import_with_passive_threads()
    files = _loaded_libtorch()
    if len(files) > 1:
        raise ImportError(f"this process has two LibTorch libraries, {' and '.join(files)}, which do not go together")
    loaded.send_log_to(_logger.log)
    atexit.register(loaded.send_log_to, None)
    return loaded


def core() -> ModuleType:
    """The extension module."""
    global _core
    if _core is None:
        with _lock:
            if _core is None:
                _core = _load()
    return _core


def pytorch() -> ModuleType:
    """PyTorch, whose tensors the extension module then takes and gives."""
    try:
        import torch
    except ImportError as error:
        raise ImportError("problems of your own are written with PyTorch, which is missing: install python3-torch") from error
    module = core()
    refuse_foreign_libtorch()
    library = [file for file in _loaded_files() if re.match(r"libtorch_python[.-]", os.path.basename(file))]
    if not library:
        raise ImportError("the PyTorch of this process has no libtorch_python; use the one that gbho was built for")
    module.use_pytorch(library[0])
    return torch
