#!/usr/bin/env python3
"""Masked PPO on games of Redoubt, against itself, and the bot that comes of it.

    train.py learn GAME --out MODEL.npz [--backend torch --device cuda] [--minutes 20] ...
    train.py score MODEL.npz [--games N]      games won against random orders
    train.py play MODEL.npz                   a bot of the line protocol:
        redoubt match GAME 'cmd:python3 train.py play MODEL.npz' casual --games 100 --swap

With --backend torch and --device cuda nothing leaves the card while it learns. --backend numpy (train_numpy.py) needs
numpy only: for small games, and to see that all parts fit together. An order is chosen step by step, the verb and then
its arguments, each among what the environment says is legal.

A game is long, and in the beginning hardly ever won. So what an order changes counts too: of each position it is said
what it is worth (WORTH), and the reward of an order is by how much that grew. Over a game these sums come to nothing but
the result, so the best play stays the best.
"""
import argparse
import contextlib
import json
import sys
import time

import numpy as np

import redoubt
from train_numpy import ADAM, CLIP, STEPS, VALUE_WEIGHT, Numpy, by_game, by_seat, new_weights

# What is good to have, as (first byte of the tensors, how many, the most that counts of each, what one is worth).
WORTH = {
    "classic": [(285 * 2, 285 * 3, 100, 0.0002), (285 * 5, 285, 100, 0.003), (285 * 6, 285 * 3, 100, -0.0002),
                (285 * 9, 285, 100, -0.003), (4845 + 7, 1, 5, 0.02), (4845 + 14, 1, 5, -0.02)],
    "fate": [(0, 81 * 7, 100, 0.005), (2754 + 10, 7, 1, 0.05), (2754 + 17, 7, 1, -0.05)],
}
DISCOUNT, TRACE = 0.997, 0.95
LEFT_OUT = {"classic": ("cancel", "undone")}  # verbs that only take back what was ordered


class Torch:
    """The same network in torch, on the device of the games."""

    def __init__(self, weights, rate=1e-3, device="cpu"):
        import torch
        self.t, self.device = torch, device
        torch.set_float32_matmul_precision("high")
        self.seats = len(weights["U0"])
        self.w = {name: torch.tensor(array, device=device, requires_grad=True) for name, array in weights.items()}
        self.adam = torch.optim.Adam(self.w.values(), lr=rate, eps=ADAM[2])
        self.stack, self.no_gradient, self.rows = torch.stack, torch.no_grad, lambda n: torch.arange(n, device=device)
        self.floats = lambda array: array.float()
        self.from_env = lambda array: (torch.from_numpy if isinstance(array, np.ndarray) else torch.from_dlpack)(array).to(device)

    def zeros(self, shape, kind):
        return self.t.zeros(shape, dtype={"float": self.t.float32, "order": self.t.int16}[kind], device=self.device)

    def trunk(self, obs):
        first = self.t.relu(obs.float().arcsinh() @ self.w["W1"] + self.w["b1"])
        second = self.t.relu(first @ self.w["W2"] + self.w["b2"])
        return second, (second @ self.w["V"] + self.w["vb"])[:, 0]

    def log_chances(self, kept, step, orders, mask):
        seat = self.rows(len(orders)) % self.seats
        z = kept + sum(self.told(i, seat, orders[:, i].long() & 0xffff) for i in range(step))
        score = by_game(by_seat(self.t.relu(z), self.seats) @ self.w[f"U{step}"] + self.w[f"c{step}"])
        return self.t.log_softmax(score.masked_fill(mask == 0, -1e9), dim=1), z

    def told(self, step, seat, choice):
        """What a choice tells the later steps. By index_select(), whose gradient does not sort."""
        every = self.w[f"E{step}"]
        return every.reshape(-1, every.shape[-1]).index_select(0, seat * every.shape[1] + choice)

    def draw(self, log_chance):
        return self.t.distributions.Categorical(logits=log_chance).sample()

    def learn(self, batch, entropy):
        t, act = self.t, batch["acts"] / batch["acts"].sum().clamp(min=1)
        (kept, value), now, spread = self.trunk(batch["obs"]), 0, 0
        for step in range(STEPS):
            chance, _ = self.log_chances(kept, step, batch["orders"], batch["masks"][step])
            now = now + chance.gather(1, batch["orders"][:, step:step + 1].long() & 0xffff)[:, 0]
            spread = spread - (chance.exp() * chance).sum(dim=1)
        ratio = (now - batch["log_chance"]).clamp(-20, 20).exp()
        gained = t.minimum(ratio * batch["gain"], ratio.clamp(1 - CLIP, 1 + CLIP) * batch["gain"])
        loss = -(act * (gained + entropy * spread)).sum() + VALUE_WEIGHT * ((value - batch["target"]) ** 2).mean()
        self.adam.zero_grad()
        loss.backward()
        t.nn.utils.clip_grad_norm_(self.w.values(), 1.0)
        self.adam.step()
        return loss.detach()


def worth(net, env, obs):
    """Of each row: what that seat has, less what it would give for what the others have."""
    total = 0
    for first, count, most, one in WORTH.get(env.game.id, ()):
        total = total + net.floats(obs[:, first:first + count].clip(-most, most)).sum(1) * one
    return total + net.zeros(len(obs), "float")


def choose(net, env, obs):
    """An order for every seat of every game, with all that learning needs: rows are game by game, seat by seat."""
    kept, value = net.trunk(obs)
    orders, log_chance, masks = net.zeros((env.n, env.seats, STEPS), "order"), 0, []
    for step in range(STEPS):
        mask = net.from_env(env.mask(step, orders, seats=range(env.seats))).reshape(len(obs), -1)
        if step == 0:
            wanted = mask * net.from_env(np.array([verb.name not in LEFT_OUT.get(env.game.id, ()) for verb in env.game.verbs]))
            mask = wanted + mask * ~(wanted != 0).any(1)[:, None]
        acts = (mask != 0).any(1)
        mask[~acts, 0] = 1  # whoever is not to act has nothing to choose, and nobody looks at it
        chance, _ = net.log_chances(kept, step, orders.reshape(-1, STEPS), mask)
        drawn = net.draw(chance)
        log_chance = log_chance + chance[net.rows(len(obs)), drawn]
        orders.reshape(-1, STEPS)[:, step] = drawn
        masks.append(mask)
    return orders, {"obs": obs, "masks": masks, "orders": orders.reshape(-1, STEPS) + 0, "log_chance": log_chance,
                    "acts": acts + net.zeros(len(obs), "float")}, value


def play_some(net, env, told, steps):
    """So many steps of all games: what was seen and done, how good it came to be, and how it looks now."""
    seen, values, rewards, ends = [], [], [], []
    look = net.from_env(told.obs).reshape(-1, env.game.tensor_size)
    for _ in range(steps):
        orders, rows, value = choose(net, env, look)
        told, before = env.step(orders), worth(net, env, look)
        look = net.from_env(told.obs).reshape(-1, env.game.tensor_size)
        each = net.zeros((env.n, env.seats), "float")
        cut, won = ((net.from_env(flag).reshape(-1, 1) + each).reshape(-1) for flag in (told.truncated, told.terminated))
        over = cut + won - cut * won
        seen.append(rows)
        values.append(value)
        rewards.append(net.from_env(told.reward).reshape(-1) + (DISCOUNT * worth(net, env, look) * (1 - over) - before) * (1 - cut))
        ends.append(over)
    later = net.trunk(look)[1]
    trace = 0
    for i in reversed(range(steps)):
        surprise = rewards[i] + DISCOUNT * later * (1 - ends[i]) - values[i]
        trace = surprise + DISCOUNT * TRACE * (1 - ends[i]) * trace
        seen[i].update(gain=trace, target=trace + values[i])
        later = values[i]
    return seen, told


def batch_of(net, rows):
    """Some steps as one batch; gains of those who acted are brought to mean 0 and size 1."""
    flat = {name: net.stack([row[name] for row in rows]) for name in rows[0] if name != "masks"}
    flat = {name: array.reshape(-1, *array.shape[2:]) for name, array in flat.items()}
    flat["masks"] = [net.stack([row["masks"][step] for row in rows]).reshape(len(flat["acts"]), -1) for step in range(STEPS)]
    many = flat["acts"].sum() + 1e-6
    mean = (flat["gain"] * flat["acts"]).sum() / many
    size = ((flat["acts"] * (flat["gain"] - mean) ** 2).sum() / many) ** 0.5
    flat["gain"] = (flat["gain"] - mean) / (size + 1e-6)
    return flat


def learn(args):
    """Plays against itself and learns, until the time or the number of rounds is over."""
    env = redoubt.make(args.game, args.games, args.device, observe="all", seed=args.seed, steps=args.cut, threads=args.threads)
    net = {"numpy": Numpy, "torch": Torch}[args.backend](
        new_weights(env, args.hidden, np.random.default_rng(args.seed)), args.rate, args.device)
    told, begun, done = env.reset(), time.time(), 0
    while done < args.rounds and time.time() - begun < 60 * args.minutes:
        with net.no_gradient():
            seen, told = play_some(net, env, told, args.horizon)
        for _ in range(args.passes):
            parts = np.array_split(np.random.default_rng(done).permutation(args.horizon), min(4, args.horizon))
            losses = [net.learn(batch_of(net, [seen[i] for i in part]), args.entropy) for part in parts]
        done += 1
        if done % args.tell == 0:
            save(args, net)
            print(f"round {done}, {time.time() - begun:.0f} s, {done * args.horizon * args.games} steps, "
                  f"loss {sum(map(float, losses)) / len(losses):.4f}", flush=True)
    save(args, net)


def save(args, net):
    np.savez(args.out, game=args.game, **{name: array if isinstance(array, np.ndarray) else array.detach().cpu().numpy()
                                          for name, array in net.w.items()})


def load(path):
    with np.load(path) as file:
        return str(file["game"]), {name: file[name] for name in file.files if name != "game"}


def won(path, games, seed):
    """The share of games that it wins against random orders, from each seat as many; a tie is half a game."""
    game, weights = load(path)
    net = Numpy(weights)
    with redoubt.make(game, games, seed=seed, observe="all", auto_reset=False, steps=2000) as env:
        told, sums, running = env.reset(), np.zeros(games), np.ones(games, bool)
        mine = np.arange(games) % env.seats
        while running.any():
            every, (orders, _, _) = env.sample(int(env.hash()[0])), choose(net, env, told.obs.reshape(-1, env.game.tensor_size))
            every[range(games), mine] = orders[range(games), mine]
            told = env.step(every)
            sums += told.reward[range(games), mine] * running
            running &= ~(told.terminated | told.truncated)
    return float((1 + sums.mean()) / 2)


def play(args):
    """A bot of the line protocol: it draws among the legal orders as it has learnt, step by step."""
    name, every = load(args.model)
    tools = redoubt.Batch(name, 1, threads=1)
    for line in sys.stdin:
        message, answer = json.loads(line), None
        if "hello" in message:
            seat = message["seat"]
            net = Numpy({part: array[seat:seat + 1] if part[0] in "UEc" else array for part, array in every.items()})
            answer = {"ready": True, "name": "learnt", "want": ["packed", "numbers"]}
        elif "ask" in message:
            kept, _ = net.trunk(tools.unpack(np.array([message["packed"]], np.uint32).view(np.int32)))
            legal = np.array(message["numbers"])
            left = np.arange(len(legal))
            for step in range(STEPS):
                mask = np.zeros((1, tools.game.widths[step]), bool)
                mask[0, legal[left, step]] = True
                chance, _ = net.log_chances(kept, step, legal[left[:1]], mask)
                left = left[legal[left, step] == net.draw(chance)[0]]
            answer = {"choose": int(left[0])}
        if answer is not None:
            print(json.dumps(answer), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    learning = commands.add_parser("learn")
    learning.add_argument("game")
    learning.add_argument("--out", default="model.npz", help="the model, written after every few rounds")
    learning.add_argument("--backend", choices=("torch", "numpy"), default="torch")
    learning.add_argument("--device", default="cpu", help="of the games and of torch: cpu or cuda")
    for name, preset in (("games", 256), ("horizon", 32), ("hidden", 256), ("passes", 3), ("rounds", 10**9), ("cut", 1000),
                         ("tell", 10), ("seed", 1), ("threads", 0), ("rate", 1e-3), ("entropy", 0.01), ("minutes", 20.0)):
        learning.add_argument(f"--{name}", type=type(preset), default=preset)
    for name, games in (("score", 400), ("play", 1)):
        command = commands.add_parser(name)
        command.add_argument("model")
        command.add_argument("--games", type=int, default=games)
        command.add_argument("--seed", type=int, default=2)
    args = parser.parse_args()
    {"learn": learn, "play": play, "score": lambda args: print(
        f"beats random in {won(args.model, args.games, args.seed):.1%} of {args.games} games")}[args.command](args)


if __name__ == "__main__":
    main()
