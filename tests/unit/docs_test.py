#!/usr/bin/env python3
"""The texts keep their promises: links lead somewhere, changes/ is in order, a release works."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import tap  # noqa: E402


def texts():
    found = list(ROOT.glob("*.md"))
    for folder in ("docs", "changes", "games", "fuzz", "bench", "clients", "tests"):
        found += (ROOT / folder).rglob("*.md")
    return sorted(path for path in found if "node_modules" not in path.parts)


def dead_links():
    for path in texts():
        for target in re.findall(r"\]\(([^)#\s]+)", path.read_text(encoding="utf-8")):
            if "://" not in target and not (path.parent / target).exists():
                yield f"{path.relative_to(ROOT)}: {target} is not there"


def unlisted_decisions():
    listed = (ROOT / "docs/decisions/README.md").read_text(encoding="utf-8")
    for path in sorted((ROOT / "docs/decisions").glob("0*.md")):
        text = path.read_text(encoding="utf-8")
        if f"({path.name})" not in listed:
            yield f"{path.name} is not in the list"
        for part in ("Context", "Decision", "Consequences", "What would change our mind"):
            if f"**{part}.**" not in text:
                yield f"{path.name}: no {part}"


def holes():
    """The list has each page once, by its number, and says what a missing number means."""
    text = (ROOT / "docs/decisions/README.md").read_text(encoding="utf-8")
    pages = sorted(path.name for path in (ROOT / "docs/decisions").glob("0*.md"))
    listed = re.findall(r"^\| \[(0\d{3})\]\((0\d{3}-[\w-]+\.md)\) \| \S", text, re.M)
    if [link for _, link in listed] != pages:
        yield f"the list has {[link for _, link in listed]}, the folder {pages}"
    for number, link in listed:
        if not link.startswith(number + "-"):
            yield f"{number} leads to {link}"
    numbers = [number for number, _ in listed]
    if len(set(numbers)) != len(numbers):
        yield f"a number is used twice: {numbers}"
    if "what is missing in this list" not in text:
        yield "nothing says that a missing number never was a decision"


def stale_diffs():
    """The diffs of a walk-through, one after the other, on copies of the files they change."""
    text = (ROOT / "docs/first-change.md").read_text(encoding="utf-8")
    diffs = re.findall(r"^```diff\n(.*?)^```$", text, re.M | re.S)
    if len(diffs) < 3:
        yield f"{len(diffs)} diffs"
    with tempfile.TemporaryDirectory(prefix="redoubt-first-change-") as scratch:
        for number, diff in enumerate(diffs, 1):
            for name in re.findall(r"^--- a/(\S+)", diff, re.M):
                (pathlib.Path(scratch) / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, pathlib.Path(scratch) / name)
            done = subprocess.run(["git", "apply", "-"], input=diff, cwd=scratch, capture_output=True, text=True,
                                  env=dict(os.environ, GIT_CEILING_DIRECTORIES=str(pathlib.Path(scratch).parent)))
            if done.returncode != 0:
                yield f"diff {number}: {done.stderr}"
        left = [name for name in re.findall(r"^\+\+\+ b/(\S+)", "".join(diffs), re.M) if not (pathlib.Path(scratch) / name).exists()]
        if left:
            yield f"not made: {left}"


def counted_laws():
    """game.h numbers the laws; a text that counts them is wrong when one is added."""
    for path in texts():
        if path.name != "CHANGELOG.md" and re.search(r"\b(twelve|thirteen|fourteen|1[0-9]) \**laws\b", path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(ROOT)} counts the laws"


def missing_targets():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for path in texts():
        for target in re.findall(r"`make ([a-z]+)", path.read_text(encoding="utf-8")):
            if not re.search(rf"^{target}:", makefile, re.M):
                yield f"{path.relative_to(ROOT)}: make {target} is not in the Makefile"


def screenfuls():
    lines = (ROOT / "README.md").read_text(encoding="utf-8").count("\n")
    if lines > 45:
        yield f"README.md has {lines} lines: more than one screen"


def changelog(folder, *arguments):
    command = [sys.executable, folder / "tools/changelog", *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def bad_changes():
    result = changelog(ROOT, "--check")
    if result.returncode != 0:
        yield result.stderr.strip()


def broken_release():
    with tempfile.TemporaryDirectory(prefix="redoubt-changelog-") as scratch:
        tree = pathlib.Path(scratch)
        (tree / "tools").mkdir()
        (tree / "changes").mkdir()
        shutil.copy(ROOT / "tools/changelog", tree / "tools")
        (tree / "changes/README.md").write_text("stays\n")
        (tree / "CHANGELOG.md").write_text("# Changelog\n\nHead.\n")
        for version, name in (("0.1.0", "first"), ("0.2.0", "bots-second")):
            (tree / f"changes/{name}.md").write_text(f"The {name} change.\n")
            (tree / f"changes/play-{version}.md").write_text("A game.\n")
            if changelog(tree, version).returncode != 0:
                yield f"{version} failed"
        text = (tree / "CHANGELOG.md").read_text()
        play = r"\n\n### To play\n\n- A game.\n\n"
        pattern = (r"# Changelog\n\nHead.\n\n## 0.2.0 \(\S+\)" + play + r"### To write bots\n\n- The bots-second change.\n\n"
                   r"## 0.1.0 \(\S+\)" + play + r"### Also\n\n- The first change.\n")
        if not re.fullmatch(pattern, text):
            yield f"CHANGELOG.md is {text!r}"
        if [path.name for path in (tree / "changes").iterdir()] != ["README.md"]:
            yield "changes/ was not emptied"
        if changelog(tree, "0.3.0").returncode == 0:
            yield "released nothing"
        (tree / "changes/bad.md").write_text("two\nlines\n")
        if changelog(tree, "0.3.0").returncode == 0:
            yield "accepted a file that is no sentence"


def main():
    tap.check_none("links lead somewhere", list(dead_links()))
    tap.check_none("README is one screen", list(screenfuls()))
    tap.check_none("laws are not counted", list(counted_laws()))
    tap.check_none("make targets that are mentioned exist", list(missing_targets()))
    tap.check_none("decisions are listed and complete", list(unlisted_decisions()))
    tap.check_none("the diffs of first-change.md apply", list(stale_diffs()))
    tap.check_none("no number of a decision is a riddle", list(holes()))
    tap.check_none("changes are one sentence each", list(bad_changes()))
    tap.check_none("a release moves the changes into the changelog", list(broken_release()))
    return tap.end()


sys.exit(main())
