#!/usr/bin/env python3
"""What packages are made of agrees with itself: one version everywhere, debian/ can be read, the list of licences is whole.

tools/package-test builds and uses the packages; it takes too long for here."""
import hashlib
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import tap  # noqa: E402
PACKAGES = {"redoubt", "redoubt-server", "libredoubt1", "libredoubt-dev", "redoubt-doc"}


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def numbers(version):
    return [*map(int, version.split("."))]


def versions():
    wanted = re.search(r"version: '([0-9.]+)'", read("meson.build")).group(1)
    found = {
        "bindings/npm/package.json": json.loads(read("bindings/npm/package.json"))["version"],
        "debian/changelog": re.match(r"redoubt \(([0-9.]+)-\d+\) ", read("debian/changelog")).group(1),
    }
    released = re.search(r"^## (\S+) \(", read("CHANGELOG.md"), re.M).group(1)
    if not any((ROOT / "changes").glob("*-*.md")) or numbers(released) > numbers(wanted):
        found["CHANGELOG.md"] = released  # else what is new since then waits in changes/
    for name, version in found.items():
        if version != wanted:
            yield f"{name} is of {version}, meson.build of {wanted}"
    if f"libredoubt{wanted.split('.')[0]}" not in stanzas():
        yield "the package of the library has not the major version in its name"


def stanzas():
    """Package: fields, of debian/control."""
    found = {}
    for part in read("debian/control").strip().split("\n\n"):
        fields = dict(re.findall(r"^([A-Za-z-]+): *((?:.*)(?:\n[ \t].*)*)", part, re.M))
        found[fields.get("Package", "")] = fields
    return found


def control():
    found = stanzas()
    if set(found) != PACKAGES | {""}:
        yield f"packages are {sorted(found)}"
    for name, fields in found.items():
        for need in ("Architecture", "Depends", "Description") if name else ("Source", "Maintainer", "Build-Depends", "Standards-Version"):
            if need not in fields:
                yield f"{name or 'the source'} has no {need}"
    for path in (ROOT / "debian").glob("*.*"):
        owner = path.name.rsplit(".", 1)[0]
        if path.suffix in (".install", ".symbols", ".sysusers", ".postrm") and owner not in found:
            yield f"{path.name} is of no package"
    for need in re.findall(r"^ ?(lib\S+-dev)", found[""]["Build-Depends"], re.M):
        if not re.search(rf"^build +{need} ", read("tools/packages"), re.M):
            yield f"{need} is not in tools/packages"
    for need in re.findall(r"^build +(lib\S+-dev) ", read("tools/packages"), re.M):
        if need != "libc6-dev" and need not in found[""]["Build-Depends"]:
            yield f"{need} is not in debian/control"


def symbols():
    """The library shows what the headers declare, and debian/ lists it: lintian asks for that, long after this test."""
    declared = set()
    for header in sorted((ROOT / "include/redoubt").glob("*.h")):
        text = re.sub(r"/\*.*?\*/", "", header.read_text(encoding="utf-8"), flags=re.S)
        declared |= set(re.findall(r"^(?!static|#)[a-z][\w *]*?\b(rd_\w+)\([^;{}]*\);", text, re.M))
        declared |= set(re.findall(r"^extern [^;(]*?\b(rd_\w+)(?:\[\])?;", text, re.M))
    versions = dict(re.findall(r"^ (rd_\w+)@Base ([\d.]+)$", read("debian/libredoubt1.symbols"), re.M))
    listed = set(versions)
    ours = re.search(r"version: '([0-9.]+)'", read("meson.build")).group(1)
    for name, version in versions.items():
        if numbers(version) > numbers(ours):
            yield f"{name} is new in {version}, and meson.build still says {ours}: raise it there and where it is repeated"
    if len(declared) < 50:
        yield f"only {len(declared)} names were found in include/redoubt"
    for name in sorted(declared - listed):
        yield f"{name} is in include/redoubt, and not in debian/libredoubt1.symbols"
    for name in sorted(listed - declared):
        yield f"{name} is in debian/libredoubt1.symbols, and not in include/redoubt"


def licences():
    names = ["LICENSE", "meson.build", "lib/hash.c"]
    done = subprocess.run([sys.executable, ROOT / "tools/spdx", "1000000000", *names], capture_output=True, text=True)
    if done.returncode != 0:
        yield done.stderr
        return
    spdx = json.loads(done.stdout)
    if spdx["spdxVersion"] != "SPDX-2.3" or spdx["creationInfo"]["created"] != "2001-09-09T01:46:40Z":
        yield "its head is wrong"
    if [file["fileName"] for file in spdx["files"]] != sorted("./" + name for name in names):
        yield "our files are not listed"
    sums = {file["fileName"]: file["checksums"][0]["checksumValue"] for file in spdx["files"]}
    for name in names:
        if sums.get("./" + name) != hashlib.sha1((ROOT / name).read_bytes()).hexdigest():
            yield f"{name} has another sum"
    bundled = json.loads(read("clients/web/package.json"))
    for name, version in {**bundled["dependencies"], **bundled["devDependencies"]}.items():
        found = [one for one in spdx["packages"] if one["name"] == name and one["versionInfo"] == version]
        if not found or not re.fullmatch(r"[\w.-]+", found[0]["licenseDeclared"]):
            yield f"{name} {version} has no licence"
    ids = {"SPDXRef-DOCUMENT"} | {one["SPDXID"] for one in spdx["files"] + spdx["packages"]}
    for relation in spdx["relationships"]:
        if not {relation["spdxElementId"], relation["relatedSpdxElement"]} <= ids:
            yield f"{relation} is of nothing"


def main():
    if not (ROOT / "debian").is_dir():
        tap.skip("packages", "a tarball has no debian/")
        return tap.end()
    tap.check_none("one version everywhere", versions())
    tap.check_none("debian/control and its files", control())
    tap.check_none("the symbols of the library", symbols())
    tap.check_none("the list of licences", licences())
    return tap.end()


sys.exit(main())
