"""gbho's methods for functions of other programs: ask and tell, and as a sampler of Optuna."""

import optuna

import gbho


def cost(rate, units):
    """Anything that takes long: a simulation, an experiment, a program of somebody else."""
    return (rate - 0.01) ** 2 * 1e4 + (units - 40) ** 2 / 1e3


search = gbho.create({"rate": gbho.Real(1e-4, 1e-1, log=True), "units": (8, 128)}, method="bayes", seed=0)
for _ in range(30):
    trial = search.ask()
    search.tell(trial, cost(**trial.params))
print(search.best_params, search.best_value)
assert search.best_value < 0.1

optuna.logging.set_verbosity(optuna.logging.WARNING)
study = optuna.create_study(sampler=gbho.OptunaSampler("bayes", seed=0))
study.optimize(lambda trial: cost(trial.suggest_float("rate", 1e-4, 1e-1, log=True), trial.suggest_int("units", 8, 128)), n_trials=30)
print(study.best_params, study.best_value)
assert study.best_value < 0.1
