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

        # Reads the line before the cursor: words, without their quotes; the quote that is open at its end; and
        # what of the last word stands before the part that readline replaces.
        _skiff_split() {
          local text=${COMP_LINE:0:COMP_POINT} word='' begun='' part breaks=${COMP_WORDBREAKS//[!=:@]/}
          words=() quote='' kept=''
          while [[ $text ]]; do
            case $quote in
            \')
              part=${text%%\'*}
              word+=$part text=${text:${#part}}
              [[ -z $text ]] || quote='' kept=$word text=${text:1}
              ;;
            \")
              part=${text%%[\"\\]*}
              word+=$part text=${text:${#part}}
              case $text in
              \"*) quote='' kept=$word text=${text:1} ;;
              \\[\"\\\$\`]*) word+=${text:1:1} text=${text:2} ;;
              \\*) word+=\\ text=${text:1} ;;
              esac
              ;;
            *)
              part=${text%%[[:space:]\"\'\\]*}
              if [[ $breaks && $part == *["$breaks"]* ]]; then
                # Of what it splits at, readline replaces @ alone.
                kept=$word${part%"${part##*["$breaks"]}"} kept=${kept%@}
              fi
              word+=$part text=${text:${#part}} begun+=$part
              case $text in
              [[:space:]]*)
                [[ -z $begun ]] || words+=("$word")
                word='' begun='' kept='' text=${text:1}
                ;;
              [\"\']*) begun=yes quote=${text:0:1} kept=$word text=${text:1} ;;
              \\*) begun=yes word+=${text:1:1} text=${text:2} ;;
              esac
              ;;
            esac
          done
          words+=("$word")
        }

        # Adds those of the words that go on with what was typed, quoted as the line needs it.
        _skiff_offer() {
          local word
          for word; do
            [[ $word == "$cur"* ]] || continue
            word=$lead$word
            word=${word#"$kept"}
            case $quote in
            \') word=${word//\'/\'\\\'\'} ;;
            \") word=${word//\\/\\\\} word=${word//\"/\\\"} word=${word//\$/\\\$} word=${word//\`/\\\`} ;;
            *) [[ -z $word ]] || printf -v word %q "$word" ;;
            esac
            COMPREPLY+=("$word")
          done
        }

        # Adds what compgen finds; readline quotes names of files itself.
        _skiff_files() {
          local word
          compopt -o filenames 2>/dev/null
          while IFS= read -r word; do
            word=$lead$word
            COMPREPLY+=("${word#"$kept"}")
          done < <(compgen "$@" -- "$cur")
        }

        # Adds the values that there are now, which only the tool knows.
        _skiff_live() {
          local value
          while IFS=$'\t' read -r value _; do
            _skiff_offer "$value"
          done < <(command skiff __complete -- "${words[@]:1:last-1}" ${lead:+"$option"} '' 2>/dev/null </dev/null)
        }

        # Whether an option takes a value after this path.
        _skiff_valued() {
          case $1:$2 in
          *:-s | *:--sea) ;;
          'oar buy':--mark) ;;
          *) return 1 ;;
          esac
        }

        _skiff() {
          local words quote kept cur lead='' path='' next='' option='' rest='' word
          local -i i last place=0
          COMPREPLY=()
          _skiff_split
          last=${#words[@]}-1
          cur=${words[last]}

          for ((i = 1; i < last; i++)); do
            word=${words[i]}
            next=${path:+$path }$word
            if [[ $rest ]]; then
              place+=1
            elif [[ $option ]]; then
              option=''
            elif [[ $word == -- ]]; then
              rest=yes place=0
            elif [[ $word == -* ]]; then
              ! _skiff_valued "$path" "$word" || option=$word
            else
              case $next in
              oar | 'oar buy' | race) path=$next ;;
              *) place+=1 ;;
              esac
            fi
          done
          if [[ ! $rest && ! $option && $cur == --*=* ]]; then
            option=${cur%%=*} lead=${cur%%=*}= cur=${cur#*=}
          fi

          if [[ $option ]]; then
            case $path:$option in
            'oar buy':--mark) _skiff_files -f ;;
            *:-s | *:--sea) _skiff_live; [[ ${COMPREPLY[*]} ]] || _skiff_offer north ;;
            esac
          elif [[ $rest ]]; then
            case $path/$place in
            race/0) _skiff_files -c ;;
            race/*) _skiff_files -f ;;
            esac
          elif [[ $cur == -* ]]; then
            case $path in
            'oar buy') _skiff_offer --mark ;;
            race) _skiff_offer -w --wild ;;
            esac
            _skiff_offer -s --sea -h --help --version
          else
            case $path/$place in
            /0) _skiff_offer oar race ;;
            oar/0) _skiff_offer buy ;;
            'oar buy'/0) _skiff_offer ash spruce ;;
            'oar buy'/1) _skiff_live ;;
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

        # Adds the values after --, and those that there are now, which only the tool knows.
        _skiff_live() {
          local -i end=${@[(i)--]}
          local -a plain=("${(@)argv[1,end-1]}") values=("${(@)argv[end+1,-1]}") asked=("${(@)before}") shown
          local value help
          # What IPREFIX holds is an option with its value joined to it.
          [[ -z $IPREFIX ]] || asked+=("${IPREFIX%=}")
          shown=("${(@)values}")
          while IFS=$'\t' read -r value help; do
            (( ${values[(Ie)$value]} )) && continue
            values+=("$value") shown+=("$value${help:+  -- $help}")
          done < <(command skiff __complete -- "${(@)asked}" '' 2>/dev/null </dev/null)
          compadd "${(@)plain}" -l -d shown -a values
        }

        _skiff() {
          local curcontext=$curcontext state line
          local -A opt_args
          local -a before=("${(@Q)words[2,CURRENT-1]}")
          local -a every=(
            '(-s --sea)-s+[Row here.]:NAME:_skiff_live -- north'
            '(-s --sea)--sea=[Row here.]:NAME:_skiff_live -- north'
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
            ':WOOD:(ash spruce)' \
            '::BANK:_skiff_live'
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

        # The values that there are now, which only the tool knows.
        function __skiff_live
            set -l words (commandline -opc)
            set -l token (commandline -ct)
            switch "$token"
                case '--*=*'
                    set -a words (string split -m 1 = -- $token)[1]
                case '--*'
                case '-?*'
                    set -a words (string sub -l 2 -- $token)
            end
            command skiff __complete -- $words[2..-1] '' 2>/dev/null </dev/null
        end

        complete -c skiff -f
        complete -c skiff -n '__skiff_at /0' -a oar -d 'The oars.'
        complete -c skiff -n '__skiff_at /0' -a race -d 'Row fast.'
        complete -c skiff -n '__skiff_at oar/0' -a buy -d 'Buy an oar.'
        complete -c skiff -s s -l sea -r -f -a 'north (__skiff_live)' -d 'Row here.'
        complete -c skiff -s h -l help -d 'Show help for the command.'
        complete -c skiff -l version -d 'Show the version.'
        complete -c skiff -n '__skiff_at \'oar buy/*\'' -l mark -r -F -d 'The oar\'s [mark].'
        complete -c skiff -n '__skiff_at \'oar buy/0\'' -f -a 'ash spruce'
        complete -c skiff -n '__skiff_at \'oar buy/1\'' -f -a '(__skiff_live)'
        complete -c skiff -n '__skiff_at \'race/*\'' -s w -l wild -d 'Row wildly.'
        complete -c skiff -n '__skiff_at race/--0' -F -a '(__fish_complete_command)'
        complete -c skiff -n '__skiff_at \'race/--*\'' -F

        """#)
  }
}
