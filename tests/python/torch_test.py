#!/usr/bin/env python3
"""The trainer's two backends: torch must come to the losses and weights that numpy comes to. Slow to begin, and needs
python3-torch, so it is part of `make soak` only. TAP.

    torch_test.py BUILD     the build folder with libredoubt.so.1
"""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PYTHON = "/usr/bin/python3"
sys.path.insert(0, str(ROOT / "tests"))
import tap  # noqa: E402

COMPARE = """
import numpy as np, redoubt, train
for game in ("null", "classic", "fate"):
    rng = np.random.default_rng(4)
    env = redoubt.make(game, 4, seed=2, threads=1)
    nets, losses = [], []
    for kind in (train.Numpy, train.Torch):
        nets.append(kind(train.new_weights(env, 16, np.random.default_rng(7)), 1e-3))
    env.reset(seed=2)
    seen, _ = train.play_some(nets[0], env, env.look(), 3)
    batch = train.batch_of(nets[0], seen)
    batch["gain"] = rng.normal(size=len(batch["acts"])).astype(np.float32)
    batch["log_chance"] = (batch["log_chance"] + rng.normal(size=len(batch["acts"])) * 0.1).astype(np.float32)
    there = {name: nets[1].from_env(np.ascontiguousarray(array.view(np.int16) if array.dtype == np.uint16 else array))
             for name, array in batch.items() if name != "masks"}
    there["masks"] = [nets[1].from_env(np.ascontiguousarray(mask)) for mask in batch["masks"]]
    for _ in range(3):
        losses.append((nets[0].learn(batch, 0.01), nets[1].learn(there, 0.01)))
    assert all(abs(a - b) < 1e-4 * (1 + abs(a)) for a, b in losses), (game, losses)
    for name, array in nets[0].w.items():
        other = nets[1].w[name].detach().numpy()
        assert np.abs(array - other).max() < 3e-4, (game, name, np.abs(array - other).max())
    print(game, losses[-1])
"""


def run(folder, *command):
    environment = dict(os.environ, PYTHONPATH=f"{ROOT}/bindings/python:{ROOT}/examples", PYTHONDONTWRITEBYTECODE="1",
                       REDOUBT_LIBRARY=f"{pathlib.Path(sys.argv[1]).resolve()}/libredoubt.so.1", OMP_NUM_THREADS="1")
    return subprocess.run([PYTHON, *map(str, command)], env=environment, cwd=folder, capture_output=True, text=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        if run(folder, "-c", "import torch, numpy").returncode != 0:
            tap.skip("the trainer with torch", "needs python3-torch")
            return tap.end()
        done = run(folder, "-c", COMPARE)
        tap.check("torch and numpy come to the same losses and weights", done.returncode == 0, done.stdout + done.stderr)
        done = run(folder, ROOT / "examples/train.py", "learn", "null", "--backend", "torch", "--threads", "1", "--games", "48",
                   "--horizon", "16", "--hidden", "32", "--rounds", "30", "--rate", "0.004", "--tell", "30", "--out", "learnt.npz")
        tap.check("torch learns the game of the heap", done.returncode == 0, done.stdout + done.stderr)
        score = run(folder, ROOT / "examples/train.py", "score", "learnt.npz")
        share = float(score.stdout.split("beats random in ")[1].split("%")[0]) if score.returncode == 0 else 0
        tap.check("and beats random orders", share > 60, score.stdout + score.stderr)
    return tap.end()


sys.exit(main())
