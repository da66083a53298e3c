"""The network of train.py in numpy, with its gradient by hand: what a bot needs to play, and enough for small games."""
import contextlib

import numpy as np

STEPS = 4  # of an order
CLIP, VALUE_WEIGHT, ADAM = 0.2, 0.5, (0.9, 0.999, 1e-5)


def new_weights(env, hidden, rng):
    """A trunk of two layers and a value; and for each step and seat a head, and what a choice of it tells the later
    ones. A seat has heads of its own, since a game may turn the board for it, but never the cells of orders."""
    seats, widths = env.seats, env.game.widths

    def normal(scale, *shape):
        return (rng.standard_normal(shape) * scale / np.sqrt(shape[-2])).astype(np.float32)
    weights = {"W1": normal(1.4, env.game.tensor_size, hidden), "W2": normal(1.4, hidden, hidden), "V": normal(0.1, hidden, 1)}
    for step, width in enumerate(widths):
        weights |= {f"U{step}": normal(0.1, seats, hidden, width), f"E{step}": normal(0.1, seats, width, hidden)}
    weights |= {f"c{step}": np.zeros((seats, 1, width), np.float32) for step, width in enumerate(widths)}
    return weights | {name: np.zeros(size, np.float32) for name, size in (("b1", hidden), ("b2", hidden), ("vb", 1))}


def by_seat(rows, seats):
    """Rows of game after game, seat after seat, as an array of each seat's."""
    return rows.reshape(-1, seats, rows.shape[-1]).swapaxes(0, 1)


def by_game(arrays):
    """The other way round."""
    return arrays.swapaxes(0, 1).reshape(-1, arrays.shape[-1])


class Numpy:
    """The network, its gradient and Adam, by hand."""

    def __init__(self, weights, rate=1e-3, device="cpu"):
        self.w, self.rate, self.age = weights, rate, 0
        self.moments = {name: [np.zeros_like(array), np.zeros_like(array)] for name, array in weights.items()}
        self.rng, self.seats = np.random.default_rng(1), len(weights["U0"])

    from_env, stack, rows, no_gradient = map(staticmethod, (np.asarray, np.stack, np.arange, contextlib.nullcontext))

    def floats(self, array):
        return array.astype(np.float32)

    def zeros(self, shape, kind):
        return np.zeros(shape, {"float": np.float32, "order": np.uint16}[kind])

    def trunk(self, obs):
        """Of int8 observations: what heads read, and values. Keeps what the gradient needs."""
        x = np.arcsinh(obs.astype(np.float32))
        first = np.maximum(x @ self.w["W1"] + self.w["b1"], 0)
        second = np.maximum(first @ self.w["W2"] + self.w["b2"], 0)
        return (x, first, second), (second @ self.w["V"] + self.w["vb"])[:, 0]

    def log_chances(self, kept, step, orders, mask):
        z = kept[2] + sum(self.w[f"E{i}"][np.arange(len(orders)) % self.seats, orders[:, i]] for i in range(step))
        score = by_game(by_seat(np.maximum(z, 0), self.seats) @ self.w[f"U{step}"] + self.w[f"c{step}"])
        score = np.where(mask, score, -1e9)
        score -= score.max(axis=1, keepdims=True)
        return score - np.log(np.exp(score).sum(axis=1, keepdims=True)), z

    def draw(self, log_chance):
        return (log_chance + self.rng.gumbel(size=log_chance.shape)).argmax(axis=1)

    def learn(self, batch, entropy):
        """One step downhill; the loss. batch: rows of obs, masks, orders, log_chance, gain, target, acts."""
        rows = len(batch["acts"])
        all_, act = np.arange(rows), batch["acts"] / max(1.0, batch["acts"].sum())
        kept, value = self.trunk(batch["obs"])
        steps = [self.log_chances(kept, step, batch["orders"], batch["masks"][step]) for step in range(STEPS)]
        now = sum(chance[all_, batch["orders"][:, step]] for step, (chance, _) in enumerate(steps))  # of whole orders
        ratio, gain = np.exp(np.clip(now - batch["log_chance"], -20, 20)), batch["gain"]
        capped = np.clip(ratio, 1 - CLIP, 1 + CLIP)
        wrong = value - batch["target"]
        loss = -(act * np.minimum(ratio * gain, capped * gain)).sum() + VALUE_WEIGHT * np.mean(wrong ** 2)
        down = -act * gain * ratio * (ratio * gain <= capped * gain)  # of the loss, by the log chance of an order
        grads = {name: np.zeros_like(array) for name, array in self.w.items()}
        to_value = 2 * VALUE_WEIGHT * wrong / rows
        grads["V"], grads["vb"] = kept[2].T @ to_value[:, None], to_value.sum(keepdims=True)
        to_trunk = to_value[:, None] * self.w["V"][:, 0]
        for step, (log_chance, z) in enumerate(steps):
            chance = np.exp(log_chance)
            surprise = np.where(chance > 0, log_chance, 0)
            spread = -(chance * surprise).sum(axis=1, keepdims=True)
            to_score = -down[:, None] * chance + entropy * act[:, None] * chance * (surprise + spread)
            to_score[all_, batch["orders"][:, step]] += down
            loss -= entropy * (act * spread[:, 0]).sum()
            of_seats = by_seat(to_score, self.seats)
            grads[f"U{step}"] = by_seat(np.maximum(z, 0), self.seats).swapaxes(1, 2) @ of_seats
            grads[f"c{step}"] = of_seats.sum(axis=1, keepdims=True)
            to_z = by_game(of_seats @ self.w[f"U{step}"].swapaxes(1, 2)) * (z > 0)
            to_trunk = to_trunk + to_z
            for i in range(step):
                np.add.at(grads[f"E{i}"], (all_ % self.seats, batch["orders"][:, i]), to_z)
        x, first, second = kept
        to_second = to_trunk * (second > 0)
        to_first = (to_second @ self.w["W2"].T) * (first > 0)
        grads["W2"], grads["b2"] = first.T @ to_second, to_second.sum(axis=0)
        grads["W1"], grads["b1"] = x.T @ to_first, to_first.sum(axis=0)
        self.go(grads)
        return float(loss)

    def go(self, grads):
        """Adam."""
        self.age, (one, two, tiny) = self.age + 1, ADAM
        size = np.sqrt(sum(float((grad.astype(np.float64) ** 2).sum()) for grad in grads.values()))
        for name, grad in ((name, grad / max(1.0, size)) for name, grad in grads.items()):
            mean, square = self.moments[name]
            mean += (1 - one) * (grad - mean)
            square += (1 - two) * (grad * grad - square)
            step = self.rate * mean / (1 - one ** self.age) / (np.sqrt(square / (1 - two ** self.age)) + tiny)
            self.w[name] -= step.astype(np.float32)
