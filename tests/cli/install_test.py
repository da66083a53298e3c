"""What `make install` puts where, and whether a stranger's program can use it.

usage: install_test.py BUILD SOURCES MAN SANITIZE [COMPILER...]
MAN is yes or no; SANITIZE the value of -Db_sanitize, which a program must be linked with too.
"""
import os
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
                 "pkgconfig/redoubt.pc", "libredoubt.a", "bin/redoubt"):
        check("installed: " + tail, ends(files, tail), sorted(files))


def a_program(root, files, binary):
    pc = os.path.join(root, ends(files, "pkgconfig/redoubt.pc")[0])
    env = dict(os.environ, PKG_CONFIG_PATH=os.path.dirname(pc), PKG_CONFIG_SYSROOT_DIR=root)
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "redoubt"], env=env, capture_output=True, text=True)
    check("pkg-config knows it", flags.returncode == 0, flags.stderr)
    source, program = os.path.join(root, "program.c"), os.path.join(root, "program")
    with open(source, "w", encoding="ascii") as file:
        file.write(PROGRAM)
    sanitize = [] if SANITIZE == "none" else ["-fsanitize=" + SANITIZE]
    built = subprocess.run([*COMPILER, *sanitize, source, "-o", program, *flags.stdout.split()], capture_output=True, text=True)
    check("a program builds against it", built.returncode == 0, built.stderr)
    if built.returncode == 0:
        ran = subprocess.run([program], capture_output=True, text=True)
        check("and runs", ran.stdout.startswith("null 1\napoca 1\n"), ran)


def main():
    with tempfile.TemporaryDirectory() as root:
        done = subprocess.run(["meson", "install", "-C", BUILD, "--no-rebuild", "--destdir", root], capture_output=True, text=True)
        check("meson install", done.returncode == 0, done.stdout[-800:] + done.stderr)
        if done.returncode == 0:
            files = installed_files(root)
            documents(files)
            binary = os.path.join(root, ends(files, "bin/redoubt")[0])
            a_program(root, files, binary)
            told = kit.run(binary, "rules", "apoca", "R5.4")
            check("the installed command carries its rulebooks", told.status == 0 and "R5.4" in told.out, told)
    return kit.end()


sys.exit(main())
