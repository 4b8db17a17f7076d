"""A function of one member, evaluated for all members of an ensemble."""

from __future__ import annotations

import logging
from typing import Any, Callable, Optional

from ._errors import ConfigError

_logger = logging.getLogger("gbho")


def _vmap() -> Optional[Callable[..., Any]]:
    """PyTorch's, which came with functorch before version 2."""
    import torch

    if hasattr(torch, "func"):
        return torch.func.vmap  # type: ignore[no-any-return]
    try:
        from functorch import vmap
    except (ImportError, RuntimeError):  # it is not there, or belongs to another PyTorch
        return None
    return vmap  # type: ignore[no-any-return]


class _EachMember:
    """f(λ, β) for λ [E, n] and a list of [E, …]: together by `vmap`, or one member after another."""

    def __init__(self, function: Callable[..., Any], name: str, vmap: Optional[bool]) -> None:
        self._function = function
        self._name = name
        self._insists = vmap is True
        self._together = None if vmap is False else _vmap()
        if self._insists and self._together is None:
            raise ConfigError("vmap=True: this PyTorch has no vmap; leave it out, and members are evaluated one after another", key="vmap")

    def __call__(self, lam: Any, weights: list[Any]) -> Any:
        if self._together is not None and lam.shape[0] > 1:
            try:
                return self._together(self._number)(lam, weights)
            except ConfigError:
                raise
            except Exception as error:  # vmap refuses in many ways; what is wrong with the function itself, the loop will say
                if self._insists:
                    raise ConfigError(f"vmap=True: the {self._name} function cannot be evaluated for many members at once ({error}); "
                                      "leave it out, and they are evaluated one after another", key="vmap") from error
                _logger.info("the %s function is evaluated member by member: %s", self._name, error)
                self._together = None
        return self._one_by_one(lam, weights)

    def _one_by_one(self, lam: Any, weights: list[Any]) -> Any:
        import torch

        return torch.stack([self._number(lam[e], [tensor[e] for tensor in weights]) for e in range(lam.shape[0])])

    def _number(self, lam: Any, weights: list[Any]) -> Any:
        import torch

        value = self._function(lam, weights)
        if not isinstance(value, torch.Tensor) or value.numel() != 1:
            shape = tuple(value.shape) if isinstance(value, torch.Tensor) else type(value).__name__
            raise ConfigError(f"the {self._name} function returns {shape}; it must return one number, as a tensor")
        return value.reshape(())


def each_member(function: Callable[..., Any], name: str, vmap: Optional[bool] = None) -> Callable[..., Any]:
    """The function for an ensemble.

    >>> import torch
    >>> both = each_member(lambda lam, beta: (lam * beta[0]).sum(), "upper")
    >>> both(torch.ones(3, 2), [torch.arange(6.0).reshape(3, 2)])
    tensor([1., 5., 9.])
    """
    return _EachMember(function, name, vmap)
