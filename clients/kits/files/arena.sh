#!/bin/sh
# How strong is the bot? A tournament against the house bots with the limits of the judge; the same
# command goes on, and an edited bot plays on as a new version beside the old one. Words behind the
# command are options: sh arena.sh --pairs 50
set -eu
cd "$(dirname "$0")"
redoubt=${REDOUBT:-redoubt}
if [ -f build ]; then sh ./build; fi
exec "$redoubt" arena run @GAME@ 'mybot=cmd:sh ./run' @HOUSE@ --files mybot=. --format gauntlet --db ../mybot-arena.db --html ../mybot-arena.html @LIMITS@ "$@"
