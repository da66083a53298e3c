#!/bin/sh
# Every public header compiles alone: as C11, and as C++17 for those who use Redoubt from there.
# Usage: header_test.sh SOURCE_DIR CC CXX...
source_dir=$1
cc=$2
shift 2
count=0
failed=0

check() { # WHAT COMMAND...
    what=$1
    shift
    count=$((count + 1))
    if output=$("$@" 2>&1); then
        echo "ok $count - $what"
    else
        failed=1
        echo "not ok $count - $what"
        echo "$output" | sed 's/^/# /'
    fi
}

for header in "$source_dir"/include/redoubt/*.h; do
    name=redoubt/${header##*/}
    check "$name in C11" "$cc" -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only \
        -I "$source_dir/include" -include "$name" -x c /dev/null
    for cxx in "$@"; do
        check "$name in C++17 ($cxx)" "$cxx" -std=c++17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only \
            -I "$source_dir/include" -include "$name" -x c++ /dev/null
    done
done
echo "1..$count"
exit $failed
