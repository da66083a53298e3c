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
        play) echo "--tty --seat --bot --set --seed --replay --plain --server --as --help" ;;
        serve) echo "--config --port --bind --db --web --set --show-config --quiet --help" ;;
        admin) echo "--config --db --state --json --follow --every --keep --help" ;;
        think) echo "--db --config --threads --quiet --help" ;;
        serve-civ) echo "--port --bind --games --set --seed --turn-ms --replays --refresh-ms --strict --help" ;;
        games) echo "--ids --json --list --tensors --help" ;;
        rules) echo "--markdown --help" ;;
        map) echo "--help" ;;
        new) echo "--set --seed --ascii --view --map --help" ;;
        scenario) echo "--each --frames --strict --explain --ascii --view --check --help" ;;
        suite) echo "--help" ;;
        match) echo "--games --set --seed --swap --replay --limit --sandbox --why --think --json --help" ;;
        arena) echo "--format --pairs --rounds --set --seed --maps --db --jobs --replays --limit --sandbox --game --files --elo-null --elo-gain --alpha --beta --json --csv --html --listen --secret --lease --wait --quiet --help" ;;
        kit) echo "--limit --help" ;;
        contest) echo "--team --division --why --follow --server --help" ;;
        connect) echo "--match --offer --game --set --speed --games --at-once --name --account --rating --token --limit --sandbox --help" ;;
        megaminer) echo "--visualizer --help" ;;
        replay) echo "--verify --at --log --frames --seat --board --json --page --help" ;;
        bench) echo "--set --seconds --bot --units --games --kernels --gate --json --help" ;;
        parity) echo "--device --games --steps --kernels --help" ;;
        perft) echo "--set --seed --seconds --memory --json --help" ;;
        prove) echo "--seconds --transitions --depth --workers --memory --folder --json --list --help" ;;
    esac
}

# What the program itself lists of the game that the line names: bots, maps, options, seats.
_redoubt_list() {
    local known given
    known=$("${COMP_WORDS[0]}" games --ids 2>/dev/null)
    [ "${COMP_WORDS[1]}" = serve-civ ] && given=civ
    for given in ${given:-"${COMP_WORDS[@]:2}"}; do
        if [[ " ${known//$'\n'/ } " == *" $given "* ]]; then
            "${COMP_WORDS[0]}" games "$given" --list "$1" 2>/dev/null
            return
        fi
    done
}

# The value of an option. False: it is free text.
_redoubt_value() {
    case $1 in
        --bot) _redoubt_words "$(_redoubt_list bots) none" "$2" ;;
        --set) compopt -o nospace 2>/dev/null; _redoubt_words "$(_redoubt_list options)" "$2" ;;
        --maps) _redoubt_words "all $(_redoubt_list maps)" "$2" ;;
        --seat | --view) _redoubt_words "$(_redoubt_list seats) spectator" "$2" ;;
        --game) _redoubt_words "$("${COMP_WORDS[0]}" games --ids 2>/dev/null)" "$2" ;;
        --list) _redoubt_words "bots maps options seats" "$2" ;;
        --format) _redoubt_words "round-robin gauntlet swiss single double ladder" "$2" ;;
        --sandbox) _redoubt_words "auto on off" "$2" ;;
        --device) _redoubt_words "cuda cpu" "$2" ;;
        --state) _redoubt_words "open running over broken" "$2" ;;
        --limit) compopt -o nospace 2>/dev/null; _redoubt_words "start_ms= turn_ms= total_ms= memory_mb= output_mb= faults=" "$2" ;;
        --replay | --config | --db | --web | --csv | --html | --folder | --kernels | --account | --secret) _redoubt_files "$2" ;;
        --replays) if [ "${COMP_WORDS[1]}" = arena ]; then _redoubt_words "all none" "$2"; else _redoubt_files "$2"; fi ;;
        --seed | --at | --games | --seconds | --port | --bind | --units | --pairs | --rounds | --jobs | --think) ;;
        --transitions | --depth | --steps | --workers | --memory | --every | --keep | --listen | --lease | --wait | --threads) ;;
        --turn-ms | --refresh-ms | --files | --match | --speed | --at-once | --name | --token | --rating | --as | --team | --server | --division | --why | --alpha | --beta | --elo-null | --elo-gain) ;;
        *) return 1 ;;
    esac
}

_redoubt() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} program=${COMP_WORDS[0]}
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        _redoubt_words "play serve admin think serve-civ games rules map new scenario suite match arena kit contest connect megaminer replay bench parity perft prove help --version --help" "$word"
        return
    fi
    # bash takes the equals sign of map=duel for a word of its own.
    if [ "$word" = = ] || [ "$before" = = ]; then
        local key=${COMP_WORDS[COMP_CWORD - 2]} value=$word
        [ "$word" = = ] && key=$before value=
        mapfile -t COMPREPLY < <(compgen -W "$(_redoubt_list options)" -- "$key=$value" | sed 's/^[^=]*=//')
        return
    fi
    _redoubt_value "$before" "$word" && return
    case $command:$word in
        *:-*) _redoubt_words "$(_redoubt_options "$command")" "$word" ;;
        help:*) _redoubt_words "play serve admin think serve-civ games rules map new scenario suite match arena kit contest connect megaminer replay bench parity perft prove" "$word" ;;
        scenario:* | replay:* | megaminer:*) _redoubt_files "$word" ;;
        *)
            if [ "$command" = serve ] || [ "$command" = think ]; then
                return
            elif [ "$command" = admin ]; then
                _redoubt_words "list show pause resume end ban unban reports backup salvage move migrate" "$word"
            elif [ "$command:$COMP_CWORD" = suite:2 ]; then
                _redoubt_words "export answer" "$word"
            elif [ "$command" = suite ]; then
                _redoubt_files "$word"
            elif [ "$command:$COMP_CWORD" = contest:2 ]; then
                _redoubt_words "new check open enter withdraw disable enable run freeze thaw final publish show invite site work pages" "$word"
            elif [ "$command" = contest ]; then
                _redoubt_files "$word"
            elif [ "$command" = connect ]; then
                return
            elif [ "$command:$COMP_CWORD" = kit:3 ]; then
                _redoubt_words "python javascript c cpp java rust" "$word"
            elif [ "$command:$COMP_CWORD" = arena:2 ]; then
                _redoubt_words "run sprt show check serve work" "$word"
            elif [ "$COMP_CWORD" -eq 2 ] || [ "$command:$COMP_CWORD" = arena:3 ]; then
                _redoubt_words "$("$program" games --ids 2>/dev/null)" "$word"
            elif [ "$command" = map ] && [ "$COMP_CWORD" -eq 3 ]; then
                _redoubt_words "check show" "$word"
            elif [ "$command:${COMP_WORDS[3]}" = map:show ]; then
                _redoubt_words "$(_redoubt_list maps)" "$word"
            elif [ "$command" = map ]; then
                _redoubt_files "$word"
            elif [ "$command" = match ] || [ "$command" = arena ]; then
                _redoubt_words "$(_redoubt_list bots)" "$word"
            fi
            ;;
    esac
}

complete -F _redoubt redoubt
