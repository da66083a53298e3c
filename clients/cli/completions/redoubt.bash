# bash completion for redoubt. tests/cli compares it with --help.

_redoubt_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

_redoubt_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

_redoubt_options() {
    case $1 in
        play) echo "--tty --seat --bot --set --seed --replay --plain --help" ;;
        serve) echo "--config --port --bind --db --web --set --show-config --quiet --help" ;;
        admin) echo "--config --db --state --json --help" ;;
        serve-civ) echo "--port --bind --games --set --seed --turn-ms --replays --refresh-ms --strict --help" ;;
        games) echo "--ids --json --help" ;;
        rules) echo "--markdown --help" ;;
        map) echo "--help" ;;
        new) echo "--set --seed --ascii --view --map --help" ;;
        scenario) echo "--each --strict --explain --ascii --view --check --help" ;;
        match) echo "--games --set --seed --swap --replay --limit --sandbox --why --think --json --help" ;;
        arena) echo "--format --pairs --rounds --set --seed --maps --db --jobs --replays --limit --sandbox --game --elo-null --elo-gain --alpha --beta --json --csv --html --quiet --help" ;;
        megaminer) echo "--visualizer --help" ;;
        replay) echo "--verify --at --log --seat --board --json --help" ;;
        bench) echo "--set --seconds --bot --units --gate --json --help" ;;
        perft) echo "--set --seed --json --help" ;;
    esac
}

_redoubt() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} program=${COMP_WORDS[0]}
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        _redoubt_words "play serve admin serve-civ games rules map new scenario match arena megaminer replay bench perft help --version --help" "$word"
        return
    fi
    case $before in
        --bot) _redoubt_words "random greedy none" "$word"; return ;;
        --replay | --config | --db | --web) _redoubt_files "$word"; return ;;
        --set | --seed | --seat | --view | --at | --games | --limit | --sandbox | --seconds | --port | --bind) return ;;
    esac
    case $command:$word in
        *:-*) _redoubt_words "$(_redoubt_options "$command")" "$word" ;;
        help:*) _redoubt_words "play serve admin serve-civ games rules map new scenario match arena megaminer replay bench perft" "$word" ;;
        scenario:* | replay:* | megaminer:*) _redoubt_files "$word" ;;
        *)
            if [ "$command" = serve ]; then
                return
            elif [ "$command" = admin ]; then
                _redoubt_words "list show pause resume end ban unban reports backup" "$word"
            elif [ "$command:$COMP_CWORD" = arena:2 ]; then
                _redoubt_words "run sprt show" "$word"
            elif [ "$COMP_CWORD" -eq 2 ] || [ "$command:$COMP_CWORD" = arena:3 ]; then
                _redoubt_words "$("$program" games --ids 2>/dev/null)" "$word"
            elif [ "$command" = map ] && [ "$COMP_CWORD" -eq 3 ]; then
                _redoubt_words "check show" "$word"
            elif [ "$command" = map ]; then
                _redoubt_files "$word"
            elif [ "$command" = match ] || [ "$command" = arena ]; then
                _redoubt_words "random greedy" "$word"
            fi
            ;;
    esac
}

complete -F _redoubt redoubt
