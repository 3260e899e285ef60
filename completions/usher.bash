# shellcheck shell=bash
# Completes usher in bash; generated from its command table.

_usher_reply() {
  local word
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <(compgen "$@")
}

_usher_files() {
  compopt -o filenames 2>/dev/null
  _usher_reply "$@"
}

_usher() {
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
      *:--as | *:-P | *:--project | *:--tenant | *:--endpoint | *:--language | *:--field | *:--timeout | *:--wait-limit | *:--cacert | *:--proxy) option=$word ;;
      verify-phone:--code-file | verify-phone:--code-command) option=$word ;;
      confirm-code:--pending | confirm-code:--verification-id | confirm-code:--code-file | confirm-code:--code-command) option=$word ;;
      token:--min-ttl | token:--format) option=$word ;;
      serve:--port | serve:--host | serve:--allow-host | serve:--data | serve:--policy | serve:--policy-set | serve:--owner-token-file) option=$word ;;
      'local outbox':--phone | 'local outbox':--wait) option=$word ;;
      esac
    else
      case $next in
      verify-phone | confirm-code | signout | whoami | status | token | session | 'session list' | 'session use' | 'session export' | 'session import' | 'session remove' | pending | 'pending list' | 'pending drop' | serve | local | 'local outbox' | 'local test-number' | 'local test-number add' | 'local test-number list' | 'local test-number remove' | 'local reset' | help | version) path=$next ;;
      *) place+=1 ;;
      esac
    fi
  done

  if [[ $option ]]; then
    [[ $cur != '=' ]] || cur=''
    case $path:$option in
    verify-phone:--code-file) _usher_files -f -- "$cur" ;;
    confirm-code:--code-file) _usher_files -f -- "$cur" ;;
    token:--format) _usher_reply -W 'raw header json' -- "$cur" ;;
    serve:--data) _usher_files -f -- "$cur" ;;
    serve:--policy) _usher_reply -W 'emulator strict' -- "$cur" ;;
    serve:--owner-token-file) _usher_files -f -- "$cur" ;;
    *:--cacert) _usher_files -f -- "$cur" ;;
    esac
  elif [[ $rest ]]; then
    case $path/$place in
    serve/0) _usher_reply -c -- "$cur" ;;
    serve/*) _usher_files -f -- "$cur" ;;
    esac
  elif [[ $cur == -* ]]; then
    case $path in
    verify-phone) _usher_reply -W '--resend --wait-resend --reauth --no-wait --code-file --code-command' -- "$cur" ;;
    confirm-code) _usher_reply -W '--pending --verification-id --code-file --code-command' -- "$cur" ;;
    signout) _usher_reply -W '--all --keep-pending' -- "$cur" ;;
    whoami) _usher_reply -W '--claims' -- "$cur" ;;
    status) _usher_reply -W '--all' -- "$cur" ;;
    token) _usher_reply -W '--min-ttl --refresh --format -H --header --claims --verify' -- "$cur" ;;
    serve) _usher_reply -W '--port --host --allow-host --data --policy --policy-set --print-policy --unsigned-tokens --owner-token-file' -- "$cur" ;;
    'local outbox') _usher_reply -W '--phone --latest --wait' -- "$cur" ;;
    esac
    _usher_reply -W '--as -P --project --tenant --endpoint --language --json --field -q --quiet --no-input --no-store --yes --timeout --wait-limit --cacert --proxy -h --help --version' -- "$cur"
  else
    case $path/$place in
    /0) _usher_reply -W 'verify-phone confirm-code signout whoami status token session pending serve local help version' -- "$cur" ;;
    session/0) _usher_reply -W 'list use export import remove' -- "$cur" ;;
    pending/0) _usher_reply -W 'list drop' -- "$cur" ;;
    local/0) _usher_reply -W 'outbox test-number reset' -- "$cur" ;;
    'local test-number'/0) _usher_reply -W 'add list remove' -- "$cur" ;;
    'session export'/0) _usher_files -f -- "$cur" ;;
    'session import'/0) _usher_files -f -- "$cur" ;;
    esac
  fi
}

complete -F _usher usher
