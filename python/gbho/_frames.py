"""Tables in memory, numpy, pandas, torch or lists, as named columns that the extension module reads where they lie."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional, Sequence

from ._errors import DataError


@dataclass
class Frame:
    """Named columns: arrays of numbers or truth values, or lists of texts in which None is missing."""

    names: list[str]
    columns: list[Any]
    categories: list[str] = field(default_factory=list)
    """Columns whose type says that they are, though their cells may be numbers."""

    @property
    def rows(self) -> int:
        return len(self.columns[0]) if self.columns else 0


def is_pandas(data: Any) -> bool:
    return type(data).__module__.split(".")[0] == "pandas"


def _as_numpy(data: Any) -> Any:
    """Tensors of PyTorch and, by DLPack, arrays of others as numpy sees them, without a copy; anything else as it is."""
    import numpy

    if type(data).__module__.split(".")[0] == "torch":
        return data.detach().cpu().numpy()
    if hasattr(data, "__dlpack__") and not isinstance(data, numpy.ndarray):
        try:
            return numpy.from_dlpack(data)
        except (BufferError, RuntimeError, TypeError) as error:
            raise DataError(f"{type(data).__module__}.{type(data).__name__}: numpy cannot read this array ({error}); bring it to the "
                            "processor's memory first") from error
    return data


def _texts(values: Any) -> list[Optional[str]]:
    """Texts of any objects; None, NaN and pandas' own marks are missing."""
    texts: list[Optional[str]] = []
    for value in values:
        missing = value is None or value != value or type(value).__name__ in ("NAType", "NaTType")
        texts.append(None if missing else str(value))
    return texts


def _as_read(array: Any) -> Any:
    """The array in a type that the extension module reads: itself where that is possible."""
    import numpy

    if array.dtype.kind == "f" and array.dtype.itemsize not in (4, 8):
        return array.astype(numpy.float64)
    if array.dtype.kind == "f":
        return array.astype(array.dtype.newbyteorder("="), copy=False)
    if array.dtype.kind in "iu":
        return array.astype(numpy.int64, copy=False)
    if array.dtype.kind == "b":
        return array
    if array.dtype.kind == "M":
        return [None if text == "NaT" else text for text in numpy.datetime_as_string(array, unit="s").tolist()]
    if array.dtype.kind == "c":
        raise DataError("Complex data not supported: give the real and the imaginary part as columns of their own")
    return _texts(array.tolist())


def _column_of_series(series: Any) -> Any:
    import numpy

    kind = str(series.dtype)
    if kind == "category":
        return _texts(series.astype(object))
    if hasattr(series.dtype, "numpy_dtype") and kind not in ("string",):  # pandas' Int64, Float64 and boolean
        if kind == "boolean":
            return [None if missing else str(bool(value)).lower() for value, missing in zip(series, series.isna())]
        return series.to_numpy(dtype=numpy.float64, na_value=numpy.nan)
    if kind.startswith("datetime64[ns,"):
        return _as_read(series.dt.tz_localize(None).to_numpy())
    return _as_read(series.to_numpy())


def _unlike(name: str, taken: Sequence[str]) -> str:
    number = 2
    wanted = name
    while name in taken:
        name = f"{wanted} ({number})"
        number += 1
    return name


def frame_of(data: Any, names: Optional[Sequence[str]] = None) -> Frame:
    """A table of one row an example. Columns without names are called x1, x2, …

    >>> frame_of([[1.0, 2.0], [3.0, 4.0]]).names
    ['x1', 'x2']
    """
    import numpy

    if is_pandas(data) and getattr(data, "ndim", 0) == 2:
        series = [data.iloc[:, i] for i in range(data.shape[1])]
        categories = [str(own.name) for own in series if str(own.dtype) == "category"]
        return Frame([str(own.name) for own in series], [_column_of_series(own) for own in series], categories)
    if hasattr(data, "toarray"):
        raise TypeError("A sparse matrix was passed, but dense data is required. Use X.toarray() to convert to a dense numpy array.")
    array = numpy.asarray(_as_numpy(data))
    if array.ndim != 2:
        raise DataError(f"X has {array.ndim} dimensions; a table has two, rows and columns: "
                        "Reshape your data, as with X.reshape(len(X), -1)")
    if array.shape[1] == 0 or array.shape[0] == 0:
        raise DataError(f"X has {array.shape[0]} rows and {array.shape[1]} columns; give at least one of each")
    names = list(names) if names is not None else [f"x{i + 1}" for i in range(array.shape[1])]
    return Frame(names, [_as_read(array[:, i]) for i in range(array.shape[1])])


def target_of(y: Any) -> tuple[str, Any]:
    """The name and the column of a target."""
    import numpy

    name = "target" if getattr(y, "name", None) is None else str(y.name)
    if is_pandas(y) and y.ndim == 1:
        return name, _column_of_series(y)
    array = numpy.asarray(_as_numpy(y))
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise DataError(f"y has {array.ndim} dimensions; one target for each row is expected")
    return name, _as_read(array)


def with_target(X: Any, y: Any) -> tuple[Frame, str]:
    """Features and target as one table, the target last; and the target's name."""
    frame = frame_of(X)
    name, column = target_of(y)
    if len(column) != frame.rows:
        raise DataError(f"X has {frame.rows} rows and y has {len(column)}: inconsistent numbers of samples; give one target for each row")
    name = _unlike(name, frame.names)
    return Frame(frame.names + [name], frame.columns + [column], frame.categories), name
