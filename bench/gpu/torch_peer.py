"""Ensembles in PyTorch: batched products, gradients by hand, the steps of an epoch captured in a CUDA graph. Dense networks."""
import torch

from networks import BATCH, MOMENTUM, PENALTY, RATE


class Ensemble:
    name = "pytorch-cuda-graph"

    def __init__(self, case, precision, x, y, order, weights):
        if case == "lenet5":
            raise NotImplementedError("grouped convolutions, which are slower than JAX's")
        torch.backends.cuda.matmul.allow_tf32 = precision == "tf32"
        self.x, self.y, self.order = (torch.as_tensor(a).cuda() for a in (x, y, order))
        self.weights = [torch.as_tensor(w).cuda() for w in weights]
        self.velocity = [torch.zeros_like(w) for w in self.weights]
        self.losses = torch.zeros(len(order), len(weights[0]), device="cuda")
        initial = [w.clone() for w in self.weights]
        side = torch.cuda.Stream()
        with torch.cuda.stream(side):
            self.step(0)
        torch.cuda.synchronize()
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            for s in range(len(order)):
                self.step(s)
        for w, v, before in zip(self.weights, self.velocity, initial):
            w.copy_(before)
            v.zero_()

    def step(self, s):
        rows = self.order[s]
        labels = self.y[rows].view(1, -1, 1).expand(len(self.weights[0]), -1, 1)
        h, inputs = self.x[rows].expand(len(self.weights[0]), BATCH, -1), []
        for l in range(0, len(self.weights), 2):
            inputs.append(h)
            h = torch.baddbmm(self.weights[l + 1][:, None], h, self.weights[l])
            h = h.relu() if l + 2 < len(self.weights) else h
        log_p = h.log_softmax(2)
        self.losses[s] = -log_p.gather(2, labels).mean((1, 2))
        delta = log_p.exp()
        delta.scatter_add_(2, labels, -torch.ones_like(delta[:, :, :1]))
        delta /= BATCH
        for l in reversed(range(0, len(self.weights), 2)):
            gradients = (inputs[l // 2].transpose(1, 2) @ delta + 2 * PENALTY * self.weights[l], delta.sum(1))
            if l > 0:
                delta = (delta @ self.weights[l].transpose(1, 2)) * (inputs[l // 2] > 0)
            for p, gradient in zip((l, l + 1), gradients):
                self.velocity[p].mul_(MOMENTUM).add_(gradient)
                self.weights[p].sub_(gradient + MOMENTUM * self.velocity[p], alpha=RATE)

    def run(self, epochs):
        for _ in range(epochs):
            self.graph.replay()
        torch.cuda.synchronize()
        return self.losses.cpu().numpy()
