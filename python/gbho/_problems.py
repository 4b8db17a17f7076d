"""Problems of one's own: two functions of PyTorch's tensors, or a torch.nn.Module with two losses."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Optional, Sequence, Union

from ._errors import ConfigError, Interrupted
from ._loading import core, pytorch
from ._members import each_member
from ._progress import Progress, told
from ._result import Result
from ._runs import check_executor
from ._settings import changes

if TYPE_CHECKING:
    import torch

_EXACT = {"optimizer": "lbfgs", "epochs": 200, "gradient_tolerance": 1e-9}
_STEPS = {"optimizer": "sgd", "epochs": 200, "learning_rate": 0.05}
_MOVING = ("implicit", "unrolled", "hypernet", "stn")  # λ moves while β is trained, step by step
_NETWORK = {"optimizer": "adam", "epochs": 200, "learning_rate": 0.01, "schedule": "cosine"}

Tensors = Sequence["torch.Tensor"]


class Problem:
    """Choose λ so that F(β) is small where β minimizes f(λ, ·).

    `upper` is F(beta), or F(lam, beta); `lower` is f(lam, beta). `lam` is a tensor of the hyperparameters in the order of the
    space, `beta` has the form of `start`: a tensor, a list of tensors, or a dict of them. Both functions return one number, as
    a tensor that autograd can differentiate.

    Many members, each with its λ and β, are evaluated at once by `vmap`, where the installed PyTorch and the functions can, else
    one after another; `vmap=True` insists and says why not, `vmap=False` does without. The results agree to rounding.
    """

    defaults = _EXACT

    def __init__(self, upper: Callable[..., Any], lower: Callable[..., Any], start: Any, *, vmap: Optional[bool] = None) -> None:
        torch = pytorch()
        if isinstance(start, torch.Tensor):
            self._form: Callable[[Tensors], Any] = lambda tensors: tensors[0]
            self.start = [("beta", start)]
        elif isinstance(start, Mapping):
            names = list(start)
            self._form = lambda tensors: dict(zip(names, tensors))
            self.start = [(str(name), tensor) for name, tensor in start.items()]
        else:
            self._form = list
            self.start = [(f"beta{index}", tensor) for index, tensor in enumerate(start)]
        # The library's tensors have one dimension at least.
        self._shapes = [tuple(tensor.shape) if isinstance(tensor, torch.Tensor) else () for _, tensor in self.start]
        self.start = [(name, tensor.reshape(1) if isinstance(tensor, torch.Tensor) and tensor.ndim == 0 else tensor)
                      for name, tensor in self.start]
        self._upper: Callable[..., Any] = upper
        if _takes(upper) == 1:
            self._upper = lambda lam, beta: upper(beta)
        self._lower = lower
        self.vmap = vmap

    def form(self, tensors: Tensors) -> Any:
        """Tensors in the form of `start`."""
        return self._form([tensor.reshape(shape) for tensor, shape in zip(tensors, self._shapes)])

    def upper(self, lam: "torch.Tensor", beta: Tensors) -> "torch.Tensor":
        return self._upper(lam, self.form(beta))

    def lower(self, lam: "torch.Tensor", beta: Tensors) -> "torch.Tensor":
        return self._lower(lam, self.form(beta))


class _Called:
    """A module with other weights than its own."""

    def __init__(self, module: Any, weights: dict[str, Any]) -> None:
        self._module = module
        self._weights = weights

    def __call__(self, *inputs: Any, **named: Any) -> Any:
        # Checks of gradients have weights in double precision, whatever the module's own are.
        kind = next(iter(self._weights.values())).dtype
        weights = {**self._weights, **{name: _as(buffer, kind) for name, buffer in self._module.named_buffers()}}
        return _functional_call(self._module, weights, tuple(_as(item, kind) for item in inputs),
                                {name: _as(item, kind) for name, item in named.items()})

    def named_parameters(self) -> Iterator[tuple[str, Any]]:
        return iter(self._weights.items())

    def parameters(self) -> Iterator[Any]:
        return iter(self._weights.values())

    def __getitem__(self, name: str) -> Any:
        return self._weights[name]


def _as(item: Any, kind: Any) -> Any:
    """A tensor of floating numbers in this precision; anything else as it is."""
    floating = hasattr(item, "is_floating_point") and item.is_floating_point()
    return item.to(kind) if floating else item


def _functional_call(module: Any, weights: dict[str, Any], inputs: tuple[Any, ...], named: dict[str, Any]) -> Any:
    import torch

    if hasattr(torch, "func"):  # since 2.0
        return torch.func.functional_call(module, weights, inputs, named)
    from torch.nn.utils.stateless import functional_call

    return functional_call(module, weights, inputs, named)


class ModuleProblem(Problem):
    """A network: β are the parameters of a torch.nn.Module.

    `training_loss(lam, model)` and `validation_loss(model)` call `model(x)` as they would call the module, and find the
    weights by `model.named_parameters()` or `model["layer.weight"]`. The module's own weights are where training starts. `vmap` is
    that of `Problem`.
    """

    defaults = _NETWORK

    def __init__(self, module: "torch.nn.Module", training_loss: Callable[..., Any], validation_loss: Callable[..., Any], *,
                 vmap: Optional[bool] = None) -> None:
        names = [name for name, _ in module.named_parameters()]
        if vmap is None and _convolves_on_processor(module):
            vmap = False

        def called(beta: dict[str, Any]) -> _Called:
            return _Called(module, {name: beta[name] for name in names})

        super().__init__(lambda beta: validation_loss(called(beta)), lambda lam, beta: training_loss(lam, called(beta)),
                         {name: weight.detach().clone() for name, weight in module.named_parameters()}, vmap=vmap)


def _convolves_on_processor(module: Any) -> bool:
    """Convolutions of many members at once are slower there than one after another (docs/results/python.md)."""
    import torch

    convolves = any(isinstance(part, torch.nn.modules.conv._ConvNd) for part in module.modules())
    return convolves and all(weight.device.type == "cpu" for weight in module.parameters())


def _takes(function: Callable[..., Any]) -> int:
    try:
        return len(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return 2


def _box(space: Mapping[str, Any]) -> list[tuple[str, float, float, str]]:
    box = []
    for name, given in space.items():
        if isinstance(given, (tuple, list)) and len(given) in (2, 3):
            low, high, transform = (*given, "identity")[:3]
            box.append((str(name), float(low), float(high), str(transform)))
        else:
            raise ConfigError(f"{name} = {given!r}: give (low, high), or (low, high, \"exp\") where the hyperparameter is exp λ",
                              key=str(name))
    return box


def _prepared(problem: Any, space: Mapping[str, Any]) -> tuple[Problem, Any]:
    pytorch()
    if isinstance(problem, tuple):
        problem = Problem(*problem)
    if not isinstance(problem, Problem):
        raise ConfigError(f"problem: give gbho.Problem(upper, lower, start) or gbho.ModuleProblem, not {type(problem).__name__}")
    made = core().Problem(_box(space), problem.start, each_member(problem.upper, "upper", problem.vmap),
                          each_member(problem.lower, "lower", problem.vmap))
    return problem, made


class Minimum(Result):
    """What `minimize` gives back: a `Result`, with λ* as `lam` and its weights as `beta`, in the form of `start`."""

    def __init__(self, summary: str, tensors: dict[str, Any], form: Callable[[Tensors], Any]) -> None:
        super().__init__(summary, {}, tensors=tensors)
        self.beta = form(list(tensors["consistent"].values())) if "consistent" in tensors else None

    @property
    def lam(self) -> list[float]:
        """λ*, in the order of the space."""
        return self.best_lambda

    @property
    def value(self) -> float:
        """F at λ* and its weights."""
        return float(self.summary["models"]["consistent"]["validation_loss"])


def minimize(problem: Union[Problem, tuple[Any, ...]], space: Mapping[str, Any], *, method: str = "two_sided", seed: int = 0,
             executor: Any = None, progress: Progress = True, threads: int = 0, name: str = "problem", **settings: Any) -> Minimum:
    """Searches the hyperparameters of a problem of your own.

    `problem` is a `Problem`, a `ModuleProblem`, or (F, f, start). `space` has (low, high) for each hyperparameter. Gradients,
    and second ones for the methods that need them, are autograd's. Functions are minimized exactly, by L-BFGS, networks by
    Adam on all examples at once; `lower` says otherwise, and options of the method are keywords as in `tune`.

    >>> import torch
    >>> target = torch.tensor([1.0, 2.0], dtype=torch.float64)
    >>> found = minimize(
    ...     (lambda lam, beta: (beta - target).square().sum() + 0.1 * lam.square().sum(),
    ...      lambda lam, beta: (beta - lam).square().sum() + 0.5 * beta.square().sum(),
    ...      torch.zeros(2, dtype=torch.float64)),
    ...     {"x": (-5, 5), "y": (-5, 5)})
    >>> [round(number, 2) for number in found.lam]
    [1.22, 2.45]
    """
    check_executor(executor)
    own, made = _prepared(problem, space)
    defaults = _STEPS if method in _MOVING and own.defaults is _EXACT else own.defaults
    lower = {**defaults, **settings.pop("lower", {})}
    study = changes({"method": method, "seed": seed, "lower": lower, **settings})
    on_progress, end = told(progress)
    try:
        summary, weights = core().minimize(made, name, study, threads, on_progress)
    except KeyboardInterrupt:
        raise Interrupted("stopped; problems of your own are not kept, so this one cannot be resumed") from None
    finally:
        end()
    names = [item for item, _ in own.start]
    tensors = {role: dict(zip(names, found)) for role, found in weights.items() if found is not None}
    return Minimum(summary, tensors, own.form)


@dataclass(frozen=True)
class GradientCheck:
    """Gradients against central differences: the worst relative error of each, and whether all are below 1e-4."""

    upper_lambda: float
    upper_weights: float
    lower_lambda: float
    lower_weights: float
    error: float
    passed: bool

    def __bool__(self) -> bool:
        return self.passed


def check_gradients(problem: Union[Problem, tuple[Any, ...]], space: Mapping[str, Any], *, seed: int = 0, points: int = 3) -> GradientCheck:
    """Whether autograd's gradients of both functions are what central differences say, at random points.

    The weights are in double precision then, and so are a module's inputs and outputs; cast targets to the type of the outputs.
    """
    _, made = _prepared(problem, space)
    try:
        return GradientCheck(**core().check_gradients(made, seed, points))
    except RuntimeError as error:
        if "dtype" in str(error):
            raise ConfigError(f"gradients are checked in double precision, and a function mixes types ({error}); cast what it "
                              "computes with to the type of beta, such as y.to(model(x).dtype)") from error
        raise
