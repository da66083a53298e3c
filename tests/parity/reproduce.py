#!/usr/bin/env python3
"""WebAssembly and PTX come out the same wherever they are built, and name no folder. TAP.

    reproduce.py CLANG KIND=FILE...

KIND is wasm or ptx. Some rules are built twice with tools/compile, from two copies of the sources at two
places; then each FILE, which this build folder has made of all rules, is looked through.
"""
import glob
import importlib.machinery
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import tap  # noqa: E402
TARGET = {
    "wasm": ["--target=wasm32", "-nostdlib", "-mbulk-memory", "-Wl,--allow-undefined", "-Wl,--export-all",
             "-Wno-unused-command-line-argument"],
    "ptx": ["--target=nvptx64-nvidia-cuda", "-march=sm_70"],
}
FLAGS = ["-std=c11", "-ffreestanding", "-O1", "-ffp-contract=off"]


def load_compile():
    """tools/compile as a module."""
    loader = importlib.machinery.SourceFileLoader("compile_tool", str(ROOT / "tools/compile"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("compile_tool", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


def build(clang, kind, folder):
    """The bytes of some rules, from a copy of their sources in this folder."""
    if not (folder / "lib").exists():
        for part in ("include", "lib", "games/classic", "bindings/freestanding"):
            shutil.copytree(ROOT / part, folder / part)
    sources = sorted(glob.glob(str(folder / "lib/*.c")) + glob.glob(str(folder / "games/classic/*.c")))
    sources = [name for name in sources if not name.endswith("/registry.c")] # needs a list of games
    out = folder / f"made/rules.{kind}"
    subprocess.run([sys.executable, ROOT / "tools/compile", "--make", kind, "--out", out, "--depfile", f"{out}.d", "--",
                    clang, *TARGET[kind], *FLAGS, "-isystem", folder / "bindings/freestanding",
                    f"-I{folder / 'include'}", f"-I{folder}", "--", *sources], check=True,
                   env=dict(os.environ, CCACHE_DISABLE="1")) # a cache may take one folder's object for another's
    return out.read_bytes()


def names_any(made, folders):
    """Whether the bytes have one of these names in them, as text or as the numbers that PTX writes it with."""
    return any(os.fsencode(folder) in made or ", ".join(map(str, os.fsencode(folder))).encode() in made
               for folder in folders)


def add_path(folder):
    """A function that gives away where it was compiled."""
    with open(folder / "lib/hash.c", "a", encoding="utf-8") as file:
        file.write("const char *rd_where(void);\nconst char *rd_where(void)\n{\n    return __FILE__;\n}\n")


def main(clang, files):
    ordered = load_compile().order_globals
    for kind, name in files:
        with tempfile.TemporaryDirectory() as room:
            places = [pathlib.Path(room) / place for place in ("a", "another/place")]
            here, there = (build(clang, kind, place) for place in places)
            tap.check(f"{kind}: {len(here)} bytes are enough to tell", len(here) > 10000)
            tap.check(f"{kind}: two folders, the same bytes", here == there)
            tap.check(f"{kind}: no folder is named in it", not names_any(here, [room]))
            made = pathlib.Path(name).read_bytes()
            folders = [str(ROOT), str(pathlib.Path(name).parent), tempfile.gettempdir() + "/"]
            tap.check(f"{kind}: none is named in {os.path.basename(name)}", not names_any(made, folders))
            for place in places:
                add_path(place)
            here, there = (build(clang, kind, place) for place in places)
            tap.check(f"{kind}: a source that gives its folder away is noticed", here != there and names_any(here, [room]))
            if kind == "ptx":
                tap.check("ptx: its data are in order", ordered(made.decode()) == made.decode())
    return tap.end()


if len(sys.argv) < 3:
    sys.exit(__doc__)
sys.exit(main(sys.argv[1], [argument.split("=", 1) for argument in sys.argv[2:]]))
