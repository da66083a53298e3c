"""What `make install` puts where, and whether a stranger's program can use it.

usage: install_test.py BUILD SOURCES MAN SANITIZE [COMPILER...]
MAN is yes or no; SANITIZE the value of -Db_sanitize, which a program must be linked with too.
"""
import os
import re
import subprocess
import sys
import tempfile

import kit
from kit import check

BUILD, SOURCES, MAN, SANITIZE = sys.argv[1:5]
COMPILER = sys.argv[5:]

PROGRAM = """
#include <redoubt/game.h>
#include <redoubt/hash.h>
#include <stdio.h>
int main(void)
{
    static unsigned char state[1 << 20];
    struct rd_setup setup;
    struct rd_luck luck = rd_luck_from_seed(1);
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        rd_setup_presets(rd_game_at(i), &setup);
        rd_game_at(i)->init(state, &setup, &luck);
        printf("%s %d\\n", rd_game_at(i)->id, rd_hash(state, rd_game_at(i)->state_size) != 0);
    }
    return 0;
}
"""


def installed_files(root):
    return {os.path.relpath(os.path.join(folder, name), root) for folder, _, names in os.walk(root) for name in names}


def ends(files, tail):
    return [name for name in files if name.endswith(tail)]


def documents(files):
    pages = [name[:-4] for name in os.listdir(os.path.join(SOURCES, "man")) if name.endswith(".scd")]
    missing = [page for page in pages if not ends(files, "man/man%s/%s" % (page[-1], page))]
    if MAN == "yes":
        check("every man page is installed", len(pages) > 10 and not missing, missing)
    else:
        print("# no scdoc: man pages are not built")
    for tail in ("bash-completion/completions/redoubt", "zsh/site-functions/_redoubt", "redoubt.fish",
                 "redoubt/rules/apoca.md", "redoubt/maps/apoca/crossroads.json", "include/redoubt/game.h",
                 "pkgconfig/redoubt.pc", "libredoubt.a", "libredoubt.so", "libredoubt.so.1", "bin/redoubt"):
        check("installed: " + tail, ends(files, tail), sorted(files))


def declared_names():
    """What the public headers declare: the names that other programs may use."""
    names = set()
    folder = os.path.join(SOURCES, "include", "redoubt")
    for header in sorted(os.listdir(folder)):
        if header.endswith(".h"):
            with open(os.path.join(folder, header), encoding="utf-8") as file:
                text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
            text = re.sub(r"^#.*(\\\n.*)*$", "", text, flags=re.M)
            names |= set(re.findall(r"^(?!static)[a-z][\w *]*?\b(rd_\w+)\(", text, re.M))
            names |= set(re.findall(r"^extern [\w *]+?\b(rd_\w+);", text, re.M))
    return names


def promised_names():
    """The same as debian/ promises them: a package built against an older version goes on working."""
    with open(os.path.join(SOURCES, "debian", "libredoubt1.symbols"), encoding="ascii") as file:
        return set(re.findall(r"^ (\w+)@", file.read(), re.M))


def shared_library(root, files):
    library = os.path.join(root, ends(files, "libredoubt.so.1")[0])
    told = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True)
    shown = {line.split()[-1] for line in told.stdout.splitlines() if " __" not in line}
    declared = declared_names()
    check("the shared library shows what the headers declare (%d names)" % len(declared), shown == declared and len(shown) > 30,
          (shown - declared, declared - shown))
    if os.path.isdir(os.path.join(SOURCES, "debian")):
        promised = promised_names()
        check("and debian/libredoubt1.symbols lists it", promised == declared, (promised - declared, declared - promised))
    told = subprocess.run(["readelf", "-d", library], capture_output=True, text=True)
    check("its soname is libredoubt.so.1", "soname: [libredoubt.so.1]" in told.stdout, told)


def a_program(root, files, binary):
    pc = os.path.join(root, ends(files, "pkgconfig/redoubt.pc")[0])
    env = dict(os.environ, PKG_CONFIG_PATH=os.path.dirname(pc), PKG_CONFIG_SYSROOT_DIR=root)
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "redoubt"], env=env, capture_output=True, text=True)
    check("pkg-config knows it", flags.returncode == 0, flags.stderr)
    source, program = os.path.join(root, "program.c"), os.path.join(root, "program")
    with open(source, "w", encoding="ascii") as file:
        file.write(PROGRAM)
    sanitize = [] if SANITIZE == "none" else ["-fsanitize=" + SANITIZE]
    folder = os.path.dirname(os.path.dirname(pc))
    static = [os.path.join(folder, "libredoubt.a") if word == "-lredoubt" else word for word in flags.stdout.split()]
    for kind, words, path in (("static", static, ""), ("shared", flags.stdout.split(), folder)):
        built = subprocess.run([*COMPILER, *sanitize, source, "-o", program, *words], capture_output=True, text=True)
        check("a program builds against the %s library" % kind, built.returncode == 0, built.stderr)
        if built.returncode == 0:
            needs = subprocess.run(["readelf", "-d", program], capture_output=True, text=True).stdout
            check("and needs it or not", ("libredoubt.so.1" in needs) == (kind == "shared"), needs)
            ran = subprocess.run([program], capture_output=True, text=True, env=dict(os.environ, LD_LIBRARY_PATH=path))
            check("the program runs", ran.stdout.startswith("null 1\napoca 1\n"), ran)


def cited_documents(root, files, binary):
    """Every document that --help or a man page names lies where it says."""
    told = "".join(kit.run(binary, command, "--help").out for command in kit.run(binary, "--help").out.split() if
                   os.path.exists(os.path.join(SOURCES, "clients/cli/cmd_%s.c" % command.replace("-", "_"))))
    for page in (name for name in files if "/man/man" in name):
        with open(os.path.join(root, page), encoding="utf-8") as file:
            told += re.sub(r"\\f.", " ", file.read()).replace("\\-", "-").replace("\\&", "")
    cited = set(re.findall(r"(/[\w./-]+\.md)", told))
    lost = [path for path in cited if not os.path.exists(root + path)]
    check("documents that help and man pages cite are installed (%d)" % len(cited), len(cited) >= 4 and not lost, lost)
    bare = re.findall(r"docs/[\w-]+\.md", told)
    check("and nothing is cited by its place in the sources", not bare, bare)
    kept = {name for name in os.listdir(os.path.join(SOURCES, "docs")) if name.endswith(".md")}
    lost = [name for name in kept if not ends(files, "doc/redoubt/" + name)]
    check("all pages of docs/ are installed (%d)" % len(kept), len(kept) > 10 and not lost, lost)


def main():
    with tempfile.TemporaryDirectory() as root:
        done = subprocess.run(["meson", "install", "-C", BUILD, "--no-rebuild", "--destdir", root], capture_output=True, text=True)
        check("meson install", done.returncode == 0, done.stdout[-800:] + done.stderr)
        if done.returncode == 0:
            files = installed_files(root)
            documents(files)
            binary = os.path.join(root, ends(files, "bin/redoubt")[0])
            shared_library(root, files)
            a_program(root, files, binary)
            cited_documents(root, files, binary)
            told = kit.run(binary, "rules", "apoca", "R5.4")
            check("the installed command carries its rulebooks", told.status == 0 and "R5.4" in told.out, told)
    return kit.end()


sys.exit(main())
