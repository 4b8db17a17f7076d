"""Wrong labels: some wines were filed under another grape. Which ones?"""

# %% The data: one label in ten is changed. We know which, `clean` does not.
import numpy
from sklearn.datasets import load_wine

import gbho

X, truth = load_wine(return_X_y=True, as_frame=True)
truth = truth.map({0: "barolo", 1: "grignolino", 2: "barbera"})
stream = numpy.random.default_rng(0)
wrong = stream.choice(len(truth), len(truth) // 10, replace=False)
labels = truth.copy()
labels.iloc[wrong] = [stream.choice([name for name in truth.unique() if name != truth.iloc[row]]) for row in wrong]

# %% Every row is judged by models that have not been trained on it. The most suspicious come first.
found = gbho.clean(X, labels, networks=4)
print(found.head(12))

# %% What is thought of the whole table, and what is true.
right = numpy.isin(found.row[found.flagged], wrong).mean()
print(f"flagged {found.flagged.sum()} of {len(found)}, estimated precision {found.attrs['precision']:.2f}; in truth {right:.2f}")
print(f"estimated wrong labels {found.attrs['wrong']:.0f}; in truth {len(wrong)}")
seen = numpy.isin(wrong, found.row[found.flagged]).mean()
print(f"wrong labels that are flagged: {seen:.0%}")
assert right > 0.6 and seen > 0.5

# %% Leave them out, and train on the rest. Its index is X's.
keep = X.index.difference(found.index[found.flagged])
result = gbho.tune(X.loc[keep], labels.loc[keep], store=False, random={"points": 4}, bag={"binned": 2})
agreement = (result.predict(X) == truth).mean()
print(f"predictions that agree with the truth, {agreement:.3f}; labels that did, {(labels == truth).mean():.3f}")
assert agreement > 0.93
