"""Optuna's own suite for samplers, which its packages hold since 4.6, on `gbho.OptunaSampler`. Debian's 3.1 has none.

    pip install --no-deps --target build/optuna optuna==4.9.0
    PYTHONPATH=build/optuna:build/release/python /usr/bin/python3 -m pytest -p no:cacheprovider bench/python/sampler_suite.py
"""

import pytest
from optuna.testing.pytest_samplers import BasicSamplerTestCase, RelativeSamplerTestCase, SingleOnlySamplerTestCase

import gbho


class OfMethod(BasicSamplerTestCase, RelativeSamplerTestCase, SingleOnlySamplerTestCase):
    method = ""

    @pytest.fixture
    def sampler(self):
        return lambda: gbho.OptunaSampler(self.method, seed=0)


class TestBayes(OfMethod):
    method = "bayes"


class TestTpe(OfMethod):
    method = "tpe"


class TestSmac(OfMethod):
    method = "smac"


class TestRandom(OfMethod):
    method = "random"
