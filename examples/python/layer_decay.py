"""One weight decay for each layer of a small ResNet, a torch.nn.Module of your own, found by hypergradients."""

# %% Images of digits, 8×8; 300 to train on, 300 to judge by.
import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn.functional import cross_entropy

import gbho

torch.manual_seed(0)
digits = load_digits()
images = torch.tensor(digits.images, dtype=torch.float32).unsqueeze(1) / 16
labels = torch.tensor(digits.target)
order = torch.randperm(len(labels))
train, validation, test = order[:300], order[300:600], order[600:]


# %% The network. GroupNorm, since running means of BatchNorm would not belong to any one member.
class Block(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.norm = nn.GroupNorm(2, channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.second(torch.relu(self.norm(self.first(x))))


network = nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), Block(6), nn.ReLU(), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(96, 10))
DECAYED = ["0.weight", "1.first.weight", "1.second.weight", "5.weight"]


# %% f has one penalty a layer, F is the loss on the validation images.
def training_loss(lam, model):
    penalties = torch.stack([model[name].square().sum() for name in DECAYED])
    return cross_entropy(model(images[train]), labels[train]) + (lam.exp() * penalties).sum()


def validation_loss(model):
    return cross_entropy(model(images[validation]), labels[validation])


problem = gbho.ModuleProblem(network, training_loss, validation_loss)
space = {name: (-10, -2, "exp") for name in DECAYED}

# %% 12 lower-level solves of 60 steps are enough to see how it works; take more of both.
found = gbho.minimize(problem, space, method="bayes", bayes={"trials": 10, "initial": 6}, lower={"epochs": 60, "learning_rate": 0.02})
print(found)

# %% Take the weights home.
network.load_state_dict(found.models["consistent"].state_dict())
accuracy = (network(images[test]).argmax(1) == labels[test]).float().mean().item()
print(f"test accuracy {accuracy:.3f}")
assert accuracy > 0.8
