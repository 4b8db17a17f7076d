"""Where do good examples come from? A weight for each source of a text classifier's training data, found by bilevel search."""

# %% Short reviews from four sources. Editors are right; the crowd is wrong now and then; bots label at random; the archive is of another time,
# when "sick" and "wicked" were bad. We are judged by what editors say today.
import numpy
import torch
from sklearn.feature_extraction.text import CountVectorizer
from torch.nn.functional import cross_entropy

import gbho

GOOD = ["great", "lovely", "superb", "sick", "wicked", "solid", "crisp"]
BAD = ["awful", "dull", "broken", "late", "noisy", "cheap", "flat"]
PLAIN = ["the", "phone", "screen", "sound", "arrived", "with", "case", "battery", "and", "box", "today", "again", "very", "it", "is"]
SLANG = {"sick", "wicked"}
stream = numpy.random.default_rng(1)


def review(source):
    good = stream.random() < 0.5
    opinions = stream.choice(GOOD if good else BAD, stream.integers(1, 3))
    label = good
    if source == "archive":
        label = good and not SLANG & set(opinions)
    if source == "crowd":
        label = good ^ (stream.random() < 0.15)
    if source == "bots":
        label = bool(stream.random() < 0.5)
    words = [*opinions, *stream.choice(PLAIN, 6)]
    return " ".join(stream.permutation(words)), int(label)


SOURCES = ["editors", "crowd", "bots", "archive"]
sizes = {"editors": 20, "crowd": 120, "bots": 200, "archive": 120}
train = [(source, *review(source)) for source in SOURCES for _ in range(sizes[source])]
validation, test = [review("editors") for _ in range(100)], [review("editors") for _ in range(1000)]

# %% Words to numbers.
words = CountVectorizer().fit([text for _, text, _ in train])


def inputs(texts):
    return torch.tensor(words.transform(texts).toarray(), dtype=torch.float32)


x, y = inputs([text for _, text, _ in train]), torch.tensor([label for _, _, label in train])
source = torch.tensor([SOURCES.index(name) for name, _, _ in train])
x_validation, y_validation = inputs([text for text, _ in validation]), torch.tensor([label for _, label in validation])
x_test, y_test = inputs([text for text, _ in test]), torch.tensor([label for _, label in test])

# %% Below: an example counts as much as its source. Above: the loss on what editors say.
network = torch.nn.Linear(x.shape[1], 2)


def training_loss(lam, model):
    weight = torch.sigmoid(lam)[source]
    loss = cross_entropy(model(x), y, reduction="none")
    decay = 1e-3 * model["weight"].square().sum()
    return (weight * loss).mean() + decay


def validation_loss(model):
    return cross_entropy(model(x_validation), y_validation)


problem = gbho.ModuleProblem(network, training_loss, validation_loss)
space = {name: (-6, 3, "sigmoid") for name in SOURCES}

# %% Hypergradients move all four weights at once.
found = gbho.minimize(problem, space, method="two_sided", two_sided={"evaluations": 40},
                      lower={"epochs": 50, "learning_rate": 0.1})
for name, weight in found.best.items():
    print(f"{name:8} {weight:.3f}")
assert found.best["bots"] < found.best["editors"]


# %% What it is worth, beside all sources alike and editors alone.
def accuracy(weights):
    model = torch.nn.Linear(x.shape[1], 2)
    optimizer = torch.optim.Adam(model.parameters(), 0.05)
    weight = torch.tensor([weights[name] for name in SOURCES])[source]
    for _ in range(300):
        optimizer.zero_grad()
        ((weight * cross_entropy(model(x), y, reduction="none")).mean() + 1e-3 * model.weight.square().sum()).backward()
        optimizer.step()
    return (model(x_test).argmax(1) == y_test).float().mean().item()


torch.manual_seed(0)
ours, alike = accuracy(found.best), accuracy(dict.fromkeys(SOURCES, 1.0))
alone = accuracy({name: float(name == "editors") for name in SOURCES})
print(f"test accuracy: weights found {ours:.3f}, all alike {alike:.3f}, editors alone {alone:.3f}")
assert ours > alike
