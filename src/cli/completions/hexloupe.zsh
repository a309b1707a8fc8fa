#compdef hexloupe
# Completions of hexloupe for zsh. The program itself lists what fits.
_hexloupe() {
    local line name help files
    local -i ret=1
    local -a rows
    # What stands before the last = or comma stays as it is.
    local head=${PREFIX%${PREFIX##*[=,]}}
    for line in ${(f)"$(_HEXLOUPE_COMPLETE=$((CURRENT - 1)) ${(Q)words[1]/#\~/$HOME} \
        "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" 2> /dev/null)"}; do
        name=${line%%$'\t'*}
        help=${line#"$name"}
        name=${name#"$head"}
        if [[ $name == *$'\001' ]]; then
            files=1
        else
            rows+=("${name//:/\\:}${help:+:${help#$'\t'}}")
        fi
    done
    IPREFIX+=$head
    PREFIX=${PREFIX#"$head"}
    (( $#rows )) && _describe -V -t values value rows && ret=0
    [[ -n $files ]] && _files && ret=0
    return ret
}
if [[ $funcstack[1] == _hexloupe ]]; then
    _hexloupe "$@"
else
    compdef _hexloupe hexloupe
fi
