#!/bin/sh
# Is the bot ready to be handed in? Builds it, lets it give its first order, and plays whole games.
# REDOUBT names the program where it is not in PATH.
set -eu
cd "$(dirname "$0")"
redoubt=${REDOUBT:-redoubt}
if [ -f build ]; then sh ./build; fi
echo "1. first order, within the limits of the judge"
"$redoubt" arena check @GAME@ 'mybot=cmd:sh ./run' @LIMITS@
echo "2. whole games against every house bot of the lower levels"
for other in random greedy; do
    "$redoubt" match @GAME@ 'mybot=cmd:sh ./run' @OTHERS@ --swap --games 2 --seed 1 @LIMITS@ --json >games.json
    if grep -q '"faults":[1-9]' games.json; then
        echo "it lost turns by faults against $other:" && cat games.json && exit 1
    fi
    echo "   against $other: no faults"
done
rm -f games.json
echo "all fine"
