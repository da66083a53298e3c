"""Cases of the Python package; started by package_test.py. TAP."""
import ctypes
import glob
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import threading
import types

import numpy as np
import redoubt
import tap
from refused import refused

CASES = []


def case(function):
    CASES.append(function)
    return function


def played(env, steps):
    """Hashes after so many random steps."""
    for step in range(steps):
        env.step(env.sample(step))
    return np.asarray(env.hash() if env.device == "cpu" else env.hash().numpy())


@case
def all_games_play():
    for name in redoubt.games():
        with redoubt.make(name, n=6, seed=4) as env:
            shown = env.reset()
            assert shown.obs.shape == (6, env.seats, env.game.tensor_size) and shown.obs.dtype == np.int8
            assert shown.mask.shape == (6, env.seats, len(env.game.verbs))
            for step in range(12):
                shown = env.step(env.sample(step))
                acting = shown.to_act[:, None] >> np.arange(env.seats) & 1
                assert (shown.mask.any(axis=2) == acting.astype(bool)).all()
            parts = env.split(shown.obs)
            assert sum(part[0, 0].size for part in parts.values()) == env.game.tensor_size


@case
def threads_and_the_card_change_nothing():
    for name in redoubt.games():
        hashes = [played(env, 25) for env in (
            redoubt.make(name, 5, seed=9, threads=1, observe="none"), redoubt.make(name, 5, seed=9, threads=3, observe="none"),
            redoubt.make(name, 5, "cuda", seed=9, observe="none"))]
        assert (hashes[0] == hashes[1]).all() and (hashes[0] == hashes[2]).all(), name
    other = played(redoubt.make("fate", 5, seed=10, observe="none"), 60)
    assert (other != played(redoubt.make("fate", 5, seed=9, observe="none"), 60)).any()


@case
def packed_says_the_same():
    for name in redoubt.games():
        for device in ("cpu", "cuda"):
            here = (lambda array: array) if device == "cpu" else (lambda array: array.numpy())
            with redoubt.make(name, 4, device, seed=3, packed=True) as env:
                for step in range(12):
                    told = env.step(env.sample(step))
                words = here(told.obs)
                assert words.shape == (4, env.seats, env.game.packed_words) and words.dtype == np.int32
                full = here(env.observe(range(env.seats), packed=False))
                assert full.any() and (here(env.unpack(told.obs)) == full).all(), name
                assert (here(env.observe(packed=True)) == words).all(axis=2).any(axis=1).all()
                ends = env.observe([0], final=True)
                assert (here(env.unpack(ends)) == here(env.observe([0], final=True, packed=False))).all()
                refused(redoubt.BadArray, lambda: env.split(told.obs), "unpack")
    with redoubt.make("fate", 4, packed=True) as env:
        obs = env.reset().obs
        parts = env.split(env.unpack(obs[2, 1]))
        assert set(parts) == {tensor.name for tensor in env.game.tensors}
        refused(redoubt.BadArray, lambda: env.unpack(obs[:, ::2]), "contiguous")
        refused(redoubt.BadArray, lambda: env.unpack(obs[:, :, :5].copy()), "(4, 2, 246)")
        refused(redoubt.BadArray, lambda: env.unpack(obs.astype(np.int64)), "int32")
        refused(redoubt.BadArray, lambda: env.unpack(None), "numpy")
        refused(redoubt.BadArray, lambda: env.unpack(obs, out=np.zeros((4, 2, 3), np.int8)), "shape")


@case
def masks_lead_to_legal_orders():
    with redoubt.make("fate", n=40, seed=2, observe="next") as env:
        rng = np.random.default_rng(1)
        told = env.reset()
        for _ in range(30):
            chosen = np.zeros((40, 1, 4), np.uint16)
            for step in range(4):
                mask = env.mask(step, chosen)
                assert mask.any(axis=2).all()
                chosen[:, 0, step] = [rng.choice(np.flatnonzero(row[0])) for row in mask]
            actions = np.zeros((40, 2, 4), np.uint16)
            seat = np.where(told.to_act & 1, 0, 1)
            actions[np.arange(40), seat] = chosen[:, 0]
            other = env.sample(3)
            actions[np.arange(40), 1 - seat] = other[np.arange(40), 1 - seat]
            told = env.step(actions)


@case
def ends_are_kept():
    with redoubt.make("null", n=3, seed=1) as env:
        for step in range(40):
            before = env.observe([0, 1])
            told = env.step(env.sample(step))
            if told.terminated.any():
                game = int(np.flatnonzero(told.terminated)[0])
                assert sorted(told.reward[game]) == [-1, 1]
                assert (env.observe([0, 1], final=True)[game] != told.obs[game]).any()
                assert before.shape == told.obs.shape
                return
        raise AssertionError("no game ended")


@case
def saves_go_on():
    saved = []
    for device, layout in (("cpu", {}), ("cuda", {}), ("cuda", {"layout": "columns"})):
        with redoubt.make("fate", n=4, device=device, seed=3, **layout) as env:
            played(env, 10)
            all_, one = env.save(), env.save(2)
            after = played(env, 10)
            env.load(all_)
            assert (played(env, 10) == after).all()
            env.load(one, 0)
            env.load(one, 1)
            hashes = env.hash() if device == "cpu" else env.hash().numpy()
            assert hashes[0] == hashes[1] and env.save(0) == one
            refused(redoubt.BadSave, lambda: env.load(one[:-1], 0), "bytes")
            refused(redoubt.BadSave, lambda: env.load(b"\xa5" * len(one), 0))
            refused(redoubt.BadSave, lambda: env.load(all_[:-8] + b"\xa5" * 8))
            refused(redoubt.BadCall, lambda: env.save(4), "0 to 3")
            saved.append(all_ + one)
    assert saved[0] == saved[1] == saved[2]  # games go from one device to the other


@case
def bad_setups():
    refused(redoubt.UnknownGame, lambda: redoubt.make("chess"), "fate")
    refused(redoubt.BadSetup, lambda: redoubt.make("apoca", 0), "from 1")
    refused(redoubt.BadSetup, lambda: redoubt.make("apoca", 1.5), "from 1")
    refused(redoubt.BadSetup, lambda: redoubt.make("apoca", True), "from 1")
    refused(redoubt.BadSetup, lambda: redoubt.make("apoca", colour=3), "no option", "turns")
    refused(redoubt.BadSetup, lambda: redoubt.make("apoca", turns=10**9), "from")
    refused(redoubt.BadSetup, lambda: redoubt.make("apoca", turns="many"))
    refused(redoubt.BadSetup, lambda: redoubt.make("apoca", seats=3), "seats")
    refused(redoubt.BadSetup, lambda: redoubt.make("apoca", device="tpu"), "cuda")
    refused(redoubt.BadSetup, lambda: redoubt.make("apoca", device="cuda:x"))
    refused(redoubt.BadSetup, lambda: redoubt.make("apoca", illegal="maybe"), "noop")
    refused(redoubt.BadSetup, lambda: redoubt.make("apoca", observe="some"))
    refused(redoubt.BadSetup, lambda: redoubt.make("apoca", threads=-1))
    refused(redoubt.BadSetup, lambda: redoubt.make("apoca", steps=-1))
    refused(redoubt.BadSetup, lambda: redoubt.make("apoca", seed=-1), "seed")


@case
def bad_arrays():
    with redoubt.make("apoca", n=4) as env:
        good = env.sample(1)
        refused(redoubt.BadArray, lambda: env.step(good[:3]), "(4, 2, 4)")
        refused(redoubt.BadArray, lambda: env.step(good.astype(np.int32)), "uint16")
        refused(redoubt.BadArray, lambda: env.step(np.zeros((4, 2, 8), np.uint16)[:, :, ::2]), "contiguous")
        refused(redoubt.BadArray, lambda: env.step(good.tolist()), "numpy")
        refused(redoubt.BadArray, lambda: env.step(None), "numpy")
        fixed = np.zeros((4, 2, env.game.tensor_size), np.int8)
        fixed.flags.writeable = False
        refused(redoubt.BadArray, lambda: env.observe([0, 1], out=fixed), "written")
        refused(redoubt.BadArray, lambda: env.reset(which=np.zeros(4, np.uint8)), "bool")
        refused(redoubt.BadCall, lambda: env.observe([2]), "0 to 1")
        refused(redoubt.BadCall, lambda: env.observe([]))
        refused(redoubt.BadCall, lambda: env.observe(1.5), "list of numbers")
        refused(redoubt.BadCall, lambda: env.scene(0, 263), "spectator")
        refused(redoubt.BadCall, lambda: env.scene(0, "Red"), "spectator")
        refused(redoubt.BadArray, lambda: env.split(3), "array")
        refused(redoubt.BadCall, lambda: redoubt.render(3), "int")
        refused(redoubt.BadCall, lambda: env.mask(4))
        refused(redoubt.BadCall, lambda: env.mask(1), "chosen")
        refused(redoubt.BadArray, lambda: env.mask(1, np.zeros((4, 2, 4), np.uint16)), "(4, 1, 4)")
    with redoubt.make("apoca", n=4, device="cuda") as card:
        refused(redoubt.BadArray, lambda: card.step(good), "cuda:0")
        refused(redoubt.BadArray, lambda: card.step(card.put(good.astype(np.int8))), "uint16")
        refused(redoubt.BadArray, lambda: card.step(card.put(good[:2])), "shape")
    with redoubt.make("apoca", n=4) as env:
        class Elsewhere:
            def __dlpack_device__(self):
                return (2, 0)
        refused(redoubt.BadArray, lambda: env.step(Elsewhere()), "another device")


@case
def illegal_orders():
    for device in ("cpu", "cuda"):
        with redoubt.make("apoca", n=4, device=device, seed=1) as env:
            orders = env.sample(1) if device == "cpu" else env.sample(1).numpy()
            orders[2, 1] = (900, 0, 0, 0)
            hashes = env.hash() if device == "cpu" else env.hash().numpy()
            wrong = orders if device == "cpu" else env.put(orders)
            error = refused(redoubt.IllegalAction, lambda: env.step(wrong), "game 2, seat 1")
            assert (error.game, error.seat) == (2, 1)
            assert ((env.hash() if device == "cpu" else env.hash().numpy()) == hashes).all()
        with redoubt.make("apoca", n=4, device=device, seed=1, illegal="noop") as env:
            told = env.step(orders if device == "cpu" else env.put(orders))
            counted = told.info["illegal"] if device == "cpu" else told.info["illegal"].numpy()
            assert counted.tolist() == [0, 0, 1, 0]


@case
def closed_ones():
    for device in ("cpu", "cuda"):
        env = redoubt.make("fate", n=2, device=device)
        shown = env.reset()
        orders = env.sample(1)
        env.close()
        env.close()
        for call in (env.reset, env.look, env.observe, env.mask, env.sample, env.hash, lambda: env.step(orders)):
            refused(redoubt.Closed, call, "closed")
        assert (shown.obs if device == "cpu" else shown.obs.numpy()).shape[0] == 2


@case
def a_fork_is_refused():
    for device in ("cpu", "cuda"):
        env = redoubt.make("fate", n=2, device=device)
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            status = 1
            try:
                env.reset()
            except (redoubt.Forked, redoubt.BadCall):
                status = 0
            finally:
                os._exit(status)
        assert os.waitpid(child, 0)[1] == 0
        env.reset()


@case
def one_thread_at_a_time():
    env = redoubt.make("fortress", n=64, threads=1)
    orders = env.sample(1)
    seen, stop = [], threading.Event()

    def disturb():
        while not stop.is_set():
            try:
                env.hash()
            except redoubt.Busy:
                seen.append(1)

    thread = threading.Thread(target=disturb)
    thread.start()
    busy = 0
    for step in range(60):
        try:
            env.sample(step, out=orders)
        except redoubt.Busy:
            busy += 1
    stop.set()
    thread.join()
    assert seen or busy
    env.close()


@case
def two_environments_in_two_threads():
    alone = [played(redoubt.make("classic", n=16, seed=seed, observe="none"), 20) for seed in (1, 2)]
    found = {}
    threads = [threading.Thread(target=lambda seed=seed: found.update(
        {seed: played(redoubt.make("classic", n=16, seed=seed, observe="none"), 20)})) for seed in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (found[1] == alone[0]).all() and (found[2] == alone[1]).all()


@case
def dlpack_both_ways():
    with redoubt.make("fate", n=3) as env:
        orders = env.sample(1)

        class Foreign:
            """What torch is: an array that only says DLPack."""

            def __dlpack__(self, **options):
                return orders.__dlpack__()

            def __dlpack_device__(self):
                return (1, 0)
        shown = env.step(Foreign())
        assert np.shares_memory(np.from_dlpack(shown.obs), shown.obs)
    with redoubt.make("fate", n=3, device="cuda") as env:
        shown = env.reset()
        assert shown.obs.__dlpack_device__() == (2, 0)
        capsule = shown.obs.__dlpack__(stream=None)
        assert "dltensor" in repr(capsule)
        address = ctypes.pythonapi.PyCapsule_GetPointer
        address.restype, address.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        assert ctypes.c_uint64.from_address(address(capsule, b"dltensor")).value == shown.obs.address


@case
def a_card_that_is_too_small():
    os.environ["FAKE_CUDA_BYTES"] = "1000000000"
    try:
        refused(redoubt.OutOfMemory, lambda: redoubt.make("fate", n=1000000, device="cuda"), "1.34 GB", "1000000 games")
    finally:
        del os.environ["FAKE_CUDA_BYTES"]


@case
def matches():
    match = redoubt.Match("fate", seed=1)
    assert match.legal_sample() in match.legal()
    assert "<svg" in match.render()._repr_svg_() and str(redoubt.render(match, 0, 1)) == str(match.render(1))
    saved, before = match.save(), match.hash()
    while not match.over:
        match.play(*[match.legal_sample(seat) for seat in match.to_act])
    assert sum(match.rewards) == 0
    refused(redoubt.BadCall, match.legal_sample, "over")
    match.load(saved)
    assert match.hash() == before and not match.over
    refused(redoubt.BadCall, lambda: match.play(("fly", 1)), "no verb")
    refused(redoubt.BadCall, lambda: match.action(5), "a verb and at most three numbers")
    refused(redoubt.BadCall, lambda: match.play(), "seats are to act")


@case
def tables_are_told():
    game = redoubt.Game("fortress")
    assert game.title and game.verbs[0].name and len(game.widths) == 4
    assert {option.key for option in game.options}
    assert "civ" in redoubt.games()


@case
def commands():
    parity = subprocess.run([sys.executable, "-m", "redoubt", "parity", "--games", "8", "--steps", "8"],
                            capture_output=True, text=True)
    assert parity.returncode == 0 and parity.stdout.count("equal") == len(redoubt.games()), parity.stdout + parity.stderr
    bench = subprocess.run([sys.executable, "-m", "redoubt", "bench", "--games", "4", "--seconds", "0.002"],
                           capture_output=True, text=True, env=dict(os.environ, LD_LIBRARY_PATH=""))
    assert bench.returncode == 0 and "no figures of a card: this machine has no driver" in bench.stdout, bench.stderr
    refused_ = subprocess.run([sys.executable, "-m", "redoubt", "parity"], capture_output=True, text=True,
                              env=dict(os.environ, LD_LIBRARY_PATH=""))
    assert refused_.returncode == 2 and "no driver of NVIDIA" in refused_.stderr


@case
def the_command_compares_a_card_too():
    def parity(*words):
        return subprocess.run([os.environ["REDOUBT"], "parity", *words, "--games", "4", "--steps", "4"], capture_output=True, text=True)
    same = parity("--kernels", "redoubt/kernels")
    assert same.returncode == 0 and same.stdout.count("equal") == len(redoubt.games()), same.stdout + same.stderr
    os.makedirs("others", exist_ok=True)
    shutil.copy("redoubt/kernels/rules-fate.ptx", "others/rules-apoca.ptx")
    other = parity("apoca", "--kernels", "others")
    assert other.returncode == 2 and "another game" in other.stderr, other.stderr
    missing = parity("fate", "--kernels", "others")
    assert missing.returncode == 2 and "rules-fate.ptx" in missing.stderr, missing.stderr


def stand_ins():
    """As much of PettingZoo and Gymnasium as the shims use."""
    class Space:
        def __init__(self, *arguments, **options):
            self.arguments = arguments
    spaces = types.ModuleType("gymnasium.spaces")
    spaces.Box = spaces.Dict = spaces.MultiDiscrete = Space
    gymnasium, pettingzoo = types.ModuleType("gymnasium"), types.ModuleType("pettingzoo")
    gymnasium.spaces, gymnasium.vector = spaces, types.SimpleNamespace(VectorEnv=object)
    pettingzoo.ParallelEnv = object
    return {"gymnasium": gymnasium, "pettingzoo": pettingzoo}


@case
def shims_are_lazy():
    from redoubt import shims
    assert "gymnasium" not in sys.modules and "pettingzoo" not in sys.modules
    if importlib.util.find_spec("pettingzoo") is None:
        refused(redoubt.NotInstalled, lambda: shims.parallel_env("fate"), "pip install pettingzoo")
    sys.modules.update(stand_ins())
    env, match = shims.parallel_env("null"), redoubt.Match("null", seed=2)
    seen, _ = env.reset(seed=2)
    while env.agents:
        orders = {f"seat_{seat}": match.legal_sample(seat) for seat in match.to_act}
        match.play(*orders.values())
        seen, rewards, over, cut, info = env.step(orders)
        assert set(seen) == set(rewards) == set(over) == set(cut) == set(info)
    assert match.over and list(rewards.values()) == match.rewards
    refused(redoubt.BadCall, lambda: env.step({}), "over")
    vector = shims.vector_env("fate", 5, seed=1)
    obs, info = vector.reset(seed=1)
    again = redoubt.make("fate", 5, seed=1)
    obs, reward, over, cut, info = vector.step(again.sample(1))
    assert obs.shape[:2] == (5, 2) and reward.shape == over.shape == cut.shape == (5,)


@case
def the_example_follows_its_gradient():
    """What the trainer does by hand, against differences of its loss."""
    import train
    env, rng = redoubt.make("classic", 4, seed=2), np.random.default_rng(4)
    weights = {name: array.astype(np.float64) for name, array in train.new_weights(env, 6, rng).items()}
    net, grads = train.Numpy(weights), {}
    seen, _ = train.play_some(net, env, env.reset(), 2)
    batch = train.batch_of(net, seen)
    batch["gain"], batch["log_chance"] = rng.normal(size=len(batch["acts"])), batch["log_chance"] + rng.normal(size=len(batch["acts"])) * 0.1
    net.go = grads.update
    net.learn(batch, 0.1)
    for name, grad in {name: grad.copy() for name, grad in grads.items()}.items():
        place, small = np.unravel_index(np.abs(grad).argmax(), grad.shape), 1e-6
        losses = []
        for change in (small, -2 * small):
            weights[name][place] += change
            losses.append(net.learn(batch, 0.1))
        weights[name][place] += small
        slope = (losses[0] - losses[1]) / (2 * small)
        assert abs(slope - grad[place]) < 1e-4 + 1e-3 * abs(slope), f"{name}: {slope} and {grad[place]}"


@case
def the_example_learns_and_plays():
    trained = [sys.executable, "train.py"]
    subprocess.run([*trained, "learn", "null", "--backend", "numpy", "--threads", "1", "--games", "48", "--horizon", "16",
                    "--hidden", "32", "--rounds", "36", "--rate", "0.004", "--tell", "99", "--out", "learnt.npz"], check=True)
    import train
    with redoubt.make("null", 1) as env:
        np.savez("new.npz", game="null", **train.new_weights(env, 32, np.random.default_rng(1)))
        asked = {"ask": 1, "packed": [int(word) for word in env.observe(packed=True).view(np.uint32)[0, 0]],
                 "numbers": [[0, 1, 0, 0], [0, 2, 0, 0], [0, 3, 0, 0]]}
    before, after = train.won("new.npz", 400, 3), train.won("learnt.npz", 400, 3)
    assert after > 0.6 and after > before, f"it wins {after:.1%} of games against random orders, and {before:.1%} before"
    told = "".join(json.dumps(line) + "\n" for line in ({"hello": 1, "game": "null", "seat": 0}, asked, {"end": None}))
    bot = subprocess.run([*trained, "play", "learnt.npz"], input=told, capture_output=True, text=True, check=True)
    ready, answer = map(json.loads, bot.stdout.splitlines())
    assert ready["want"] == ["packed", "numbers"] and answer["choose"] in (0, 1, 2)


@case
def snippets_of_the_guide():
    for path in sorted(glob.glob("snippet_*.py")):
        done = subprocess.run([sys.executable, path], capture_output=True, text=True)
        assert done.returncode == 0, f"{path}: {done.stderr[-600:]}"


def main():
    for function in CASES:
        tap.attempt(function.__name__, function)
    return tap.end()


sys.exit(main())
