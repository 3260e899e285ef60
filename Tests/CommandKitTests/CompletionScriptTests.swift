import CommandKit
import CommandPages
import Testing

@Suite struct CompletionScriptTests {
  @Test func forBash() {
    #expect(
      BashCompletion(skiff.description).script
        == #"""
        # shellcheck shell=bash
        # Completes skiff in bash; generated from its command table.

        _skiff_reply() {
          local word
          while IFS= read -r word; do
            COMPREPLY+=("$word")
          done < <(compgen "$@")
        }

        _skiff_files() {
          compopt -o filenames 2>/dev/null
          _skiff_reply "$@"
        }

        _skiff() {
          local cur=${COMP_WORDS[COMP_CWORD]} path='' next='' option='' rest='' glue='' word
          local -i i place=0
          COMPREPLY=()

          for ((i = 1; i < COMP_CWORD; i++)); do
            word=${COMP_WORDS[i]}
            next=${path:+$path }$word
            if [[ $word && -z ${word//[:=]/} ]]; then
              # bash takes --name=value and http://host apart.
              glue=yes
            elif [[ $glue ]]; then
              glue='' option=''
            elif [[ $rest ]]; then
              place+=1
            elif [[ $option ]]; then
              option=''
            elif [[ $word == -- ]]; then
              rest=yes place=0
            elif [[ $word == -* ]]; then
              case $path:$word in
              *:-s | *:--sea) option=$word ;;
              'oar buy':--mark) option=$word ;;
              esac
            else
              case $next in
              oar | 'oar buy' | race) path=$next ;;
              *) place+=1 ;;
              esac
            fi
          done

          if [[ $option ]]; then
            [[ $cur != '=' ]] || cur=''
            case $path:$option in
            'oar buy':--mark) _skiff_files -f -- "$cur" ;;
            esac
          elif [[ $rest ]]; then
            case $path/$place in
            race/0) _skiff_reply -c -- "$cur" ;;
            race/*) _skiff_files -f -- "$cur" ;;
            esac
          elif [[ $cur == -* ]]; then
            case $path in
            'oar buy') _skiff_reply -W '--mark' -- "$cur" ;;
            race) _skiff_reply -W '-w --wild' -- "$cur" ;;
            esac
            _skiff_reply -W '-s --sea -h --help --version' -- "$cur"
          else
            case $path/$place in
            /0) _skiff_reply -W 'oar race' -- "$cur" ;;
            oar/0) _skiff_reply -W buy -- "$cur" ;;
            'oar buy'/0) _skiff_reply -W 'ash spruce' -- "$cur" ;;
            esac
          fi
        }

        complete -F _skiff skiff

        """#)
  }

  @Test func forZsh() {
    #expect(
      ZshCompletion(skiff.description).script
        == #"""
        #compdef skiff
        # Completes skiff in zsh; generated from its command table.

        _skiff() {
          local curcontext=$curcontext state line
          local -A opt_args
          local -a every=(
            '(-s --sea)-s+[Row here.]:NAME: '
            '(-s --sea)--sea=[Row here.]:NAME: '
            '(-h --help)-h[Show help for the command.]'
            '(-h --help)--help[Show help for the command.]'
            '(--version)--version[Show the version.]'
          )
          _arguments -C -s -S $every \
            '(-)1: :->word' \
            '(-)*:: :->rest'
          case $state in
          word)
            local -a next=(
              'oar:The oars.'
              'race:Row fast.'
            )
            _describe -t commands command next
            ;;
          rest)
            case $line[1] in
              oar) _skiff_oar ;;
              race) _skiff_race ;;
            esac
            ;;
          esac
        }

        _skiff_oar() {
          local curcontext=$curcontext state line
          local -A opt_args
          _arguments -C -s -S $every \
            '(-)1: :->word' \
            '(-)*:: :->rest'
          case $state in
          word)
            local -a next=(
              'buy:Buy an oar.'
            )
            _describe -t commands command next
            ;;
          rest)
            case $line[1] in
              buy) _skiff_oar_buy ;;
            esac
            ;;
          esac
        }

        _skiff_oar_buy() {
          _arguments -s -S $every \
            '*--mark=[The oar'\''s \[mark\].]:M:_files' \
            ':WOOD:(ash spruce)'
        }

        _skiff_race() {
          _arguments -s -S $every \
            '(-w --wild)-w[Row wildly.]' \
            '(-w --wild)--wild[Row wildly.]' \
            '*:::CREW:_normal'
        }

        if [[ $funcstack[1] == _skiff ]]; then
          _skiff "$@"
        else
          compdef _skiff skiff
        fi

        """#)
  }

  @Test func forFish() {
    #expect(
      FishCompletion(skiff.description).script
        == #"""
        # Completes skiff in fish; generated from its command table.

        function __skiff_place
            set -l path
            set -l place 0
            set -l option
            set -l rest
            set -l words (commandline -opc)
            for word in $words[2..-1]
                if test -n "$rest"
                    set place (math $place + 1)
                    continue
                else if test -n "$option"
                    set option
                    continue
                end
                switch "$path:$word"
                    case '*:--'
                        set rest --
                        set place 0
                        continue
                    case '*:-s' '*:--sea' \
                            'oar buy:--mark'
                        set option $word
                        continue
                    case '*:-?*'
                        continue
                end
                set -l next (string trim -- "$path $word")
                if contains -- "$next" oar 'oar buy' race
                    set path $next
                else
                    set place (math $place + 1)
                end
            end
            echo "$path/$rest$place"
        end

        function __skiff_at
            string match -q -- $argv[1] (__skiff_place)
        end

        complete -c skiff -f
        complete -c skiff -n '__skiff_at /0' -a oar -d 'The oars.'
        complete -c skiff -n '__skiff_at /0' -a race -d 'Row fast.'
        complete -c skiff -n '__skiff_at oar/0' -a buy -d 'Buy an oar.'
        complete -c skiff -s s -l sea -r -f -d 'Row here.'
        complete -c skiff -s h -l help -d 'Show help for the command.'
        complete -c skiff -l version -d 'Show the version.'
        complete -c skiff -n '__skiff_at \'oar buy/*\'' -l mark -r -F -d 'The oar\'s [mark].'
        complete -c skiff -n '__skiff_at \'oar buy/0\'' -f -a 'ash spruce'
        complete -c skiff -n '__skiff_at \'race/*\'' -s w -l wild -d 'Row wildly.'
        complete -c skiff -n '__skiff_at race/--0' -F -a '(__fish_complete_command)'
        complete -c skiff -n '__skiff_at \'race/--*\'' -F

        """#)
  }
}
