#!/usr/bin/python3
"""Models as ONNX against the predictor: valid to ONNX's own checker, and the same predictions to 1e-5.

Every operator is evaluated by numpy, as ONNX's specification has it, in the types that the file names. With
`--runtime onnxruntime` that program evaluates them instead (tests/peer/onnx_environment makes a Python that has it). With `--model`
it is a model of yours, a table for it and what `gbho predict` says of that table; its dates must be as in 2021-03-04.

    onnx_peer.py --program build/release/onnx_peer [--runtime onnxruntime]
    onnx_peer.py --model model.onnx --table new.csv --predictions predictions.csv [--runtime onnxruntime]
"""

import argparse
import csv
import datetime
import math
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy
    import onnx
    from onnx import helper, numpy_helper
except ImportError as error:
    sys.exit(f"onnx_peer: {error}; run scripts/install-packages peers, which installs ONNX")

TYPES = {onnx.TensorProto.FLOAT: numpy.float32, onnx.TensorProto.DOUBLE: numpy.float64,
         onnx.TensorProto.INT64: numpy.int64, onnx.TensorProto.BOOL: numpy.bool_}
MISSING = {"", "na", "n/a", "nan", "null", "none", "?"}


def divided(a, b):
    if a.dtype.kind != "i":
        return a / b
    assert (a >= 0).all()  # ONNX cuts off, numpy goes down
    return a // b


def gemm(x, kernel, bias, transB):
    return x @ (kernel.T if transB else kernel) + bias


def softmax(z, axis):
    e = numpy.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def label_encoder(x, keys_strings=None, keys_int64s=None, values_strings=None, values_int64s=None, default_int64=-1):
    values = values_int64s if values_strings is None else [text.decode() for text in values_strings]
    keys = keys_int64s if keys_strings is None else [text.decode() for text in keys_strings]
    known = dict(zip(keys, values))
    assert len(known) == len(keys)
    default = default_int64 if values_strings is None else "_Unused"
    found = [known.get(key, default) for key in x.ravel().tolist()]
    return numpy.array(found, dtype=numpy.int64 if values_strings is None else object).reshape(x.shape)


OPERATORS = {
    "Abs": numpy.abs, "Add": numpy.add, "Equal": numpy.equal, "Floor": numpy.floor, "Identity": lambda x: x,
    "IsNaN": numpy.isnan, "Log": numpy.log, "Max": numpy.maximum, "Min": numpy.minimum, "Mul": numpy.multiply,
    "Sign": numpy.sign, "Sin": numpy.sin, "Sqrt": numpy.sqrt, "Sub": numpy.subtract, "Where": numpy.where,
    "Div": divided, "Mod": numpy.mod, "Relu": lambda x: numpy.maximum(x, x.dtype.type(0)), "Gemm": gemm, "Softmax": softmax,
    "Sum": lambda *terms: sum(terms[1:], terms[0]), "Reshape": lambda x, shape: x.reshape(shape),
    "Concat": lambda *tensors, axis: numpy.concatenate(tensors, axis=axis),
    "Gather": lambda x, indices, axis=0: numpy.take(x, indices, axis=axis),
    "ArgMax": lambda x, axis, keepdims: numpy.argmax(x, axis=axis, keepdims=bool(keepdims)),
    "Cast": lambda x, to: x.astype(TYPES[to]), "LabelEncoder": label_encoder,
}


def evaluate(model, feeds):
    """All outputs by name. Nodes must stand after what they need."""
    tensors = {constant.name: numpy_helper.to_array(constant) for constant in model.graph.initializer}
    tensors.update(feeds)
    with numpy.errstate(all="ignore"):
        for node in model.graph.node:
            attributes = {a.name: helper.get_attribute_value(a) for a in node.attribute}
            (name,) = node.output
            assert name not in tensors, f"{name} is there twice"
            tensors[name] = OPERATORS[node.op_type](*[tensors[i] for i in node.input], **attributes)
    return {output.name: tensors[output.name] for output in model.graph.output}


def run_onnxruntime(path, feeds):
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    names = [output.name for output in session.get_outputs()]
    return dict(zip(names, session.run(names, feeds)))


def number_of(cell):
    return math.nan if cell.lower() in MISSING else float(cell.lstrip("$"))


def days_of(cell):
    if cell.lower() in MISSING:
        return math.nan
    moment = datetime.datetime.fromisoformat(cell)
    return (moment - datetime.datetime(1970, 1, 1)) / datetime.timedelta(days=1)


def feeds_of(model, rows):
    """What the graph asks for, of a table's cells."""
    feeds = {}
    for wanted in model.graph.input:
        cells = [row[wanted.name].strip(" \t\r\n") for row in rows]
        if wanted.type.tensor_type.elem_type == onnx.TensorProto.STRING:
            column = numpy.array(cells, dtype=object)
        else:
            read = days_of if wanted.doc_string.startswith("days since") else number_of
            column = numpy.array([read(cell) for cell in cells], dtype=numpy.float64)
        feeds[wanted.name] = column[:, None]
    return feeds


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def largest_difference(outputs, wanted):
    """Of probabilities, and of values relative to their size; labels must be the likeliest class."""
    if len(outputs) == 1:
        ((name, values),) = outputs.items()
        said = numpy.array([float(row["prediction"]) for row in wanted])
        assert name.startswith("prediction") and values.dtype == numpy.float64 and values.shape == (len(said), 1)
        return numpy.max(numpy.abs(values[:, 0] - said) / numpy.maximum(1, numpy.abs(said)))
    label, probabilities = outputs.values()
    classes = [name[2:] for name in wanted[0] if name.startswith("p:")]
    said = numpy.array([[float(row["p:" + name]) for name in classes] for row in wanted])
    assert probabilities.dtype == numpy.float32 and probabilities.shape == said.shape and label.shape == (len(said),)
    gap = numpy.diff(numpy.sort(said, axis=1)[:, -2:])[:, 0]
    unlike = [row for row in range(len(said)) if gap[row] > 1e-5 and label[row] != wanted[row]["prediction"]]
    assert not unlike, f"rows with another label: {unlike[:5]}"
    return numpy.max(numpy.abs(probabilities - said))


def is_good(path, table, predictions, runtime):
    model = onnx.load(str(path))
    onnx.checker.check_model(model, full_check=True)
    feeds = feeds_of(model, rows_of(table))
    outputs = evaluate(model, feeds) if runtime == "numpy" else run_onnxruntime(path, feeds)
    difference = largest_difference(outputs, rows_of(predictions))
    good = difference <= 1e-5
    print(f"{path.stem:<18} {difference:.1e}{'' if good else ' MORE THAN 1e-5'}")
    return good


def check_program(program, runtime):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, folder], check=True)
        paths = sorted(Path(folder).glob("*.onnx"))
        assert len(paths) == 4
        first = onnx.load(str(paths[0]))
        assert [output.name for output in first.graph.output] == ["label_", "probabilities"]  # a column has the name label
        return [is_good(path, path.with_suffix(".csv"), path.with_suffix(".predictions.csv"), runtime) for path in paths]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program")
    parser.add_argument("--model", type=Path)
    parser.add_argument("--table")
    parser.add_argument("--predictions")
    parser.add_argument("--runtime", choices=["numpy", "onnxruntime"], default="numpy")
    arguments = parser.parse_args()
    if arguments.program:
        good = check_program(arguments.program, arguments.runtime)
    else:
        good = [is_good(arguments.model, arguments.table, arguments.predictions, arguments.runtime)]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
