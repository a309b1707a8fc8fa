# Completions of hexloupe for bash 4 and newer. The program itself lists what fits.
_hexloupe() {
    local program=${1/#\~/$HOME} typed=${COMP_WORDS[COMP_CWORD]} word line cut files='' glue=''
    local -a words=()
    # bash cuts words at = and :, hexloupe does not.
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        if [[ ${#words[@]} -gt 0 && ( $glue || $word =~ ^[=:]+$ ) ]]; then
            words[${#words[@]}-1]+=${word//[\"\'\\]/}
        else
            words+=("${word//[\"\'\\]/}")
        fi
        if [[ $word =~ ^[=:]+$ ]]; then glue=1; else glue=''; fi
    done
    if [[ $glue ]]; then typed=''; fi
    cut=${words[${#words[@]}-1]%"${typed//[\"\'\\]/}"}
    COMPREPLY=()
    while IFS= read -r line; do
        line=${line%%$'\t'*}
        if [[ $line == *$'\001' ]]; then
            files=1
        else
            COMPREPLY+=("${line#"$cut"}")
        fi
    done < <(_HEXLOUPE_COMPLETE=$((${#words[@]} - 1)) "$program" "${words[@]}" 2> /dev/null)
    if [[ $files && ${#COMPREPLY[@]} = 0 ]]; then
        compopt -o bashdefault -o default 2> /dev/null
    elif [[ $files ]]; then
        compopt -o filenames 2> /dev/null
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$typed")
    fi
}
complete -F _hexloupe hexloupe
