# What is done within the sandbox to something that was handed in: $1 is the file or folder. Standard output
# gets "stage ..." lines, then the result as an archive in base64, then a line with a point.
# Everything else goes to standard error, which its author is shown.
exec 3>&1 1>&2
stage() { echo "stage $1" >&3; }
box=$(mktemp -d /tmp/box.XXXXXX) && cd "$box" || exit 1
export HOME=/tmp TMPDIR=/tmp CARGO_HOME=/tmp/cargo GOCACHE=/tmp/go GOFLAGS=-mod=mod
umask 022

stage unpacked
if [ -d "$1" ]; then
    cp -RP "$1/." . || exit 1
else
    case $(head -c 6 "$1" | od -An -tx1 | tr -d ' \n') in
        504b0304*|504b0506*)
            if command -v unzip >/dev/null; then unzip -q "$1" </dev/null || exit 1
            else python3 -m zipfile -e "$1" . || exit 1; fi ;;
        1f8b*|fd377a585a00|425a68*|28b52ffd*) tar -xf "$1" --no-same-owner --no-same-permissions || exit 1 ;;
        *)
            if tar -tf "$1" >/dev/null 2>&1; then tar -xf "$1" --no-same-owner --no-same-permissions || exit 1
            else
                name=$(basename "$1")
                cp "$1" "$name" || exit 1
                if [ "$(head -c 2 "$1")" = '#!' ] || [ "$(head -c 4 "$1" | od -An -tx1 | tr -d ' \n')" = 7f454c46 ]; then
                    chmod +x "$name"
                    [ "$name" = run ] || printf '#!/bin/sh\nexec ./%s "$@"\n' "$name" >run
                fi
            fi ;;
    esac
fi
others=$(find . ! -type f ! -type d | head -3)
if [ -n "$others" ]; then
    echo "holds links or devices, and plain files may be handed in: $others"
    exit 1
fi
# What other systems leave in archives, and how they end lines.
rm -rf __MACOSX .DS_Store
# One folder that holds everything: what is meant is what is in it.
if [ "$(ls -A | wc -l)" = 1 ] && [ -d "$(ls -A)" ]; then cd "$(ls -A)" || exit 1; fi

first() { for each in "$@"; do if [ -f "$each" ]; then echo "$each"; return; fi; done; }
need() {
    if ! command -v "$1" >/dev/null; then
        echo "there is no $1 here: hand in what it makes, or a file build that does without"
        exit 1
    fi
}

for each in run build; do [ ! -f "$each" ] || sed -i 's/\r$//' "$each"; done

stage built
if [ -f build ]; then sh ./build || exit 1
elif [ -f Makefile ] || [ -f makefile ]; then need make; make || exit 1
elif [ -f Cargo.toml ]; then
    need cargo
    cargo build --release --offline || exit 1
    cp "$(find target/release -maxdepth 1 -type f -perm -u+x | sort | head -1)" bot || exit 1
    rm -rf target
elif [ -f go.mod ]; then need go; go build -o bot . || exit 1
elif [ -n "$(first *.c)" ]; then need cc; echo "cc -O2 -std=c11 -o bot *.c -lm"; cc -O2 -std=c11 -o bot *.c -lm || exit 1
elif [ -n "$(first *.cpp *.cc)" ]; then need c++; echo "c++ -O2 -std=c++17 -o bot $(ls | grep -E '\.(cpp|cc)$')"; c++ -O2 -std=c++17 -o bot $(ls | grep -E '\.(cpp|cc)$') || exit 1
elif [ -n "$(first *.java)" ]; then need javac; echo "javac -d classes *.java"; javac -d classes *.java || exit 1
elif [ -n "$(first *.rs)" ]; then need rustc; echo "rustc -O -o bot $(first main.rs bot.rs *.rs)"; rustc -O -o bot "$(first main.rs bot.rs *.rs)" || exit 1
elif [ -n "$(first *.go)" ]; then need go; go build -o bot *.go || exit 1
fi

# Some programs are told where to play by the words after their command.
stage "made ready to start"
command_here() {
    if [ -x bot ]; then echo './bot'
    elif [ -d classes ]; then echo "java -cp classes $(basename "$(first Bot.java Main.java *.java)" .java)"
    elif [ -n "$(first bot.py main.py agent.py *.py)" ]; then need python3 && echo "python3 '$(first bot.py main.py agent.py *.py)'"
    elif [ -n "$(first bot.mjs bot.js main.mjs main.js *.mjs *.js)" ]; then need node && echo "node '$(first bot.mjs bot.js main.mjs main.js *.mjs *.js)'"
    elif [ -n "$(first bot.pl main.pl *.pl)" ]; then need perl && echo "perl '$(first bot.pl main.pl *.pl)'"
    else
        echo "nothing to start was found: hand in a file run with the command that starts the program" >&2
        exit 1
    fi
}
if [ ! -f run ]; then
    command=$(command_here) || { [ -z "$command" ] || echo "$command"; exit 1; }
    echo "exec $command \"\$@\"" >run
fi

stage packed
packed=$({ { tar --format=ustar --sort=name -cf - .; echo $? >&4; } | base64 -w 60000 >&3; } 4>&1)
[ "$packed" = 0 ] || exit 1
echo . >&3
