# Completions of hexloupe for fish 3.1 and newer. The program itself lists what fits.
function __hexloupe_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program (string replace -r '^~' $HOME -- $words[1])
    for line in (_HEXLOUPE_COMPLETE=(count $words) $program $words "$current" 2>/dev/null)
        if string match -q -- '*'\x01 $line
            set -l head (string match -r -- '^--[^=]*=' $current)
            for path in (__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$current"))
                echo "$head$path"
            end
        else
            echo $line
        end
    end
end
complete -c hexloupe -f -k -a '(__hexloupe_complete)'
