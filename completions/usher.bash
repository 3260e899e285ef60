# shellcheck shell=bash
# Completes usher in bash; generated from its command table.

# Reads the line before the cursor: words, without their quotes; the quote that is open at its end; and
# what of the last word stands before the part that readline replaces.
_usher_split() {
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
_usher_offer() {
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
_usher_files() {
  local word
  compopt -o filenames 2>/dev/null
  while IFS= read -r word; do
    word=$lead$word
    COMPREPLY+=("${word#"$kept"}")
  done < <(compgen "$@" -- "$cur")
}

# Adds the values that there are now, which only the tool knows.
_usher_live() {
  local value
  while IFS=$'\t' read -r value _; do
    _usher_offer "$value"
  done < <(command usher __complete -- "${words[@]:1:last-1}" ${lead:+"$option"} '' 2>/dev/null </dev/null)
}

# Whether an option takes a value after this path.
_usher_valued() {
  case $1:$2 in
  *:-p | *:--profile | *:--as | *:-P | *:--project | *:--tenant | *:--endpoint | *:--language | *:--field | *:--timeout | *:--wait-limit | *:--cacert | *:--proxy | *:--app-check-token-file | *:--color) ;;
  verify-phone:--code-file | verify-phone:--code-command | verify-phone:--app-verification | verify-phone:--recaptcha-token-file | verify-phone:--listen | verify-phone:--page-host) ;;
  confirm-code:--pending | confirm-code:--verification-id | confirm-code:--factor | confirm-code:--code-file | confirm-code:--code-command) ;;
  send-link:--purpose | send-link:--listen | send-link:--page-host | send-link:--recaptcha-token-file | send-link:--continue-url | send-link:--link-domain | send-link:--ios-bundle-id | send-link:--android-package | send-link:--android-minimum-version) ;;
  complete-link:--email | complete-link:--pending | complete-link:--link-command | complete-link:--new-password-file | complete-link:--factor | complete-link:--totp-secret-file | complete-link:--code-file | complete-link:--code-command | complete-link:--app-verification | complete-link:--recaptcha-token-file | complete-link:--listen | complete-link:--page-host) ;;
  signin:--id-token-file | signin:--access-token-file | signin:--nonce-file | signin:--scope | signin:--param | signin:--identity | signin:--factor | signin:--totp-secret-file | signin:--code-file | signin:--code-command | signin:--app-verification | signin:--recaptcha-token-file | signin:--listen | signin:--page-host) ;;
  'signin phone':--code-file | 'signin phone':--code-command | 'signin phone':--app-verification | 'signin phone':--recaptcha-token-file | 'signin phone':--listen | 'signin phone':--page-host) ;;
  'signin email-link':--listen | 'signin email-link':--page-host | 'signin email-link':--recaptcha-token-file | 'signin email-link':--continue-url | 'signin email-link':--link-domain | 'signin email-link':--ios-bundle-id | 'signin email-link':--android-package | 'signin email-link':--android-minimum-version) ;;
  'signin password':--email | 'signin password':--password-file | 'signin password':--factor | 'signin password':--totp-secret-file | 'signin password':--code-file | 'signin password':--code-command | 'signin password':--app-verification | 'signin password':--recaptcha-token-file | 'signin password':--listen | 'signin password':--page-host) ;;
  'signin custom-token':--token-file | 'signin custom-token':--uid | 'signin custom-token':--claims | 'signin custom-token':--service-account) ;;
  'signin idp':--id-token-file | 'signin idp':--access-token-file | 'signin idp':--nonce-file | 'signin idp':--scope | 'signin idp':--param | 'signin idp':--identity | 'signin idp':--factor | 'signin idp':--totp-secret-file | 'signin idp':--code-file | 'signin idp':--code-command | 'signin idp':--app-verification | 'signin idp':--recaptcha-token-file | 'signin idp':--listen | 'signin idp':--page-host) ;;
  'signin passkey':--key-file | 'signin passkey':--origin | 'signin passkey':--factor | 'signin passkey':--totp-secret-file | 'signin passkey':--code-file | 'signin passkey':--code-command | 'signin passkey':--app-verification | 'signin passkey':--recaptcha-token-file | 'signin passkey':--listen | 'signin passkey':--page-host) ;;
  signup:--email | signup:--password-file | signup:--recaptcha-token-file | signup:--listen | signup:--page-host) ;;
  'mfa enroll sms':--name | 'mfa enroll sms':--code-file | 'mfa enroll sms':--code-command | 'mfa enroll sms':--app-verification | 'mfa enroll sms':--recaptcha-token-file | 'mfa enroll sms':--listen | 'mfa enroll sms':--page-host) ;;
  'mfa enroll totp':--name | 'mfa enroll totp':--qr | 'mfa enroll totp':--secret-file | 'mfa enroll totp':--issuer | 'mfa enroll totp':--code-file | 'mfa enroll totp':--code-command) ;;
  'mfa challenge':--pending | 'mfa challenge':--code-file | 'mfa challenge':--code-command | 'mfa challenge':--app-verification | 'mfa challenge':--recaptcha-token-file | 'mfa challenge':--listen | 'mfa challenge':--page-host) ;;
  'mfa code':--secret-file) ;;
  'passkey enroll':--name | 'passkey enroll':--key-file | 'passkey enroll':--origin | 'passkey enroll':--listen | 'passkey enroll':--page-host) ;;
  link:--id-token-file | link:--access-token-file | link:--nonce-file | link:--scope | link:--param | link:--identity | link:--factor | link:--totp-secret-file | link:--code-file | link:--code-command | link:--app-verification | link:--recaptcha-token-file | link:--listen | link:--page-host) ;;
  'link phone':--code-file | 'link phone':--code-command | 'link phone':--app-verification | 'link phone':--recaptcha-token-file | 'link phone':--listen | 'link phone':--page-host) ;;
  'link email-link':--listen | 'link email-link':--page-host | 'link email-link':--recaptcha-token-file | 'link email-link':--continue-url | 'link email-link':--link-domain | 'link email-link':--ios-bundle-id | 'link email-link':--android-package | 'link email-link':--android-minimum-version) ;;
  'link password':--email | 'link password':--password-file | 'link password':--recaptcha-token-file | 'link password':--listen | 'link password':--page-host) ;;
  'link idp':--pending | 'link idp':--id-token-file | 'link idp':--access-token-file | 'link idp':--nonce-file | 'link idp':--scope | 'link idp':--param | 'link idp':--identity | 'link idp':--factor | 'link idp':--totp-secret-file | 'link idp':--code-file | 'link idp':--code-command | 'link idp':--app-verification | 'link idp':--recaptcha-token-file | 'link idp':--listen | 'link idp':--page-host) ;;
  unlink:--revoke-code-file) ;;
  reauth:--password-file | reauth:--id-token-file | reauth:--access-token-file | reauth:--nonce-file | reauth:--scope | reauth:--param | reauth:--identity | reauth:--factor | reauth:--totp-secret-file | reauth:--code-file | reauth:--code-command | reauth:--app-verification | reauth:--recaptcha-token-file | reauth:--listen | reauth:--page-host) ;;
  'reauth phone':--code-file | 'reauth phone':--code-command | 'reauth phone':--app-verification | 'reauth phone':--recaptcha-token-file | 'reauth phone':--listen | 'reauth phone':--page-host) ;;
  'reauth email-link':--listen | 'reauth email-link':--page-host | 'reauth email-link':--recaptcha-token-file | 'reauth email-link':--continue-url | 'reauth email-link':--link-domain | 'reauth email-link':--ios-bundle-id | 'reauth email-link':--android-package | 'reauth email-link':--android-minimum-version) ;;
  'reauth password':--password-file | 'reauth password':--factor | 'reauth password':--totp-secret-file | 'reauth password':--code-file | 'reauth password':--code-command | 'reauth password':--app-verification | 'reauth password':--recaptcha-token-file | 'reauth password':--listen | 'reauth password':--page-host) ;;
  'reauth idp':--id-token-file | 'reauth idp':--access-token-file | 'reauth idp':--nonce-file | 'reauth idp':--scope | 'reauth idp':--param | 'reauth idp':--identity | 'reauth idp':--factor | 'reauth idp':--totp-secret-file | 'reauth idp':--code-file | 'reauth idp':--code-command | 'reauth idp':--app-verification | 'reauth idp':--recaptcha-token-file | 'reauth idp':--listen | 'reauth idp':--page-host) ;;
  'reauth passkey':--key-file | 'reauth passkey':--origin | 'reauth passkey':--factor | 'reauth passkey':--totp-secret-file | 'reauth passkey':--code-file | 'reauth passkey':--code-command | 'reauth passkey':--app-verification | 'reauth passkey':--recaptcha-token-file | 'reauth passkey':--listen | 'reauth passkey':--page-host) ;;
  'account update':--display-name | 'account update':--photo-url | 'account update':--email | 'account update':--delete-attribute | 'account update':--password-file) ;;
  token:--min-ttl | token:--format | token:--session-cookie | token:--origin | token:--app-key | token:--app-name | token:--access-token-file | token:--service-account | token:--billing-project) ;;
  exec:--env | exec:--token-file | exec:--min-ttl) ;;
  curl:--min-ttl) ;;
  init:--app | init:--name) ;;
  'profile client set':--client-id | 'profile client set':--issuer | 'profile client set':--client-secret-file) ;;
  doctor:--access-token-file | doctor:--service-account | doctor:--billing-project) ;;
  'project get':--access-token-file | 'project get':--service-account | 'project get':--billing-project) ;;
  'project set':--access-token-file | 'project set':--service-account | 'project set':--billing-project) ;;
  'project enable':--access-token-file | 'project enable':--service-account | 'project enable':--billing-project) ;;
  'project disable':--access-token-file | 'project disable':--service-account | 'project disable':--billing-project) ;;
  'project domain add':--access-token-file | 'project domain add':--service-account | 'project domain add':--billing-project) ;;
  'project domain list':--access-token-file | 'project domain list':--service-account | 'project domain list':--billing-project) ;;
  'project domain remove':--access-token-file | 'project domain remove':--service-account | 'project domain remove':--billing-project) ;;
  'project test-number add':--access-token-file | 'project test-number add':--service-account | 'project test-number add':--billing-project) ;;
  'project test-number list':--access-token-file | 'project test-number list':--service-account | 'project test-number list':--billing-project) ;;
  'project test-number remove':--access-token-file | 'project test-number remove':--service-account | 'project test-number remove':--billing-project) ;;
  'project provider set':--issuer | 'project provider set':--client-id | 'project provider set':--client-secret-file | 'project provider set':--metadata-file | 'project provider set':--access-token-file | 'project provider set':--service-account | 'project provider set':--billing-project) ;;
  'project provider list':--access-token-file | 'project provider list':--service-account | 'project provider list':--billing-project) ;;
  'project provider remove':--access-token-file | 'project provider remove':--service-account | 'project provider remove':--billing-project) ;;
  'project tenant create':--access-token-file | 'project tenant create':--service-account | 'project tenant create':--billing-project) ;;
  'project tenant list':--access-token-file | 'project tenant list':--service-account | 'project tenant list':--billing-project) ;;
  'project tenant delete':--access-token-file | 'project tenant delete':--service-account | 'project tenant delete':--billing-project) ;;
  'project region allow':--access-token-file | 'project region allow':--service-account | 'project region allow':--billing-project) ;;
  'project region deny':--access-token-file | 'project region deny':--service-account | 'project region deny':--billing-project) ;;
  'project region list':--access-token-file | 'project region list':--service-account | 'project region list':--billing-project) ;;
  'project init':--access-token-file | 'project init':--service-account | 'project init':--billing-project) ;;
  'project diff':--access-token-file | 'project diff':--service-account | 'project diff':--billing-project) ;;
  'project export':--access-token-file | 'project export':--service-account | 'project export':--billing-project) ;;
  'project apply':--access-token-file | 'project apply':--service-account | 'project apply':--billing-project) ;;
  'project users list':--filter | 'project users list':--limit | 'project users list':--access-token-file | 'project users list':--service-account | 'project users list':--billing-project) ;;
  'project users show':--access-token-file | 'project users show':--service-account | 'project users show':--billing-project) ;;
  'project users add':--uid | 'project users add':--email | 'project users add':--phone | 'project users add':--display-name | 'project users add':--password-file | 'project users add':--access-token-file | 'project users add':--service-account | 'project users add':--billing-project) ;;
  'project users update':--email | 'project users update':--phone | 'project users update':--display-name | 'project users update':--password-file | 'project users update':--access-token-file | 'project users update':--service-account | 'project users update':--billing-project) ;;
  'project users claims':--access-token-file | 'project users claims':--service-account | 'project users claims':--billing-project) ;;
  'project users disable':--access-token-file | 'project users disable':--service-account | 'project users disable':--billing-project) ;;
  'project users enable':--access-token-file | 'project users enable':--service-account | 'project users enable':--billing-project) ;;
  'project users revoke':--access-token-file | 'project users revoke':--service-account | 'project users revoke':--billing-project) ;;
  'project users delete':--access-token-file | 'project users delete':--service-account | 'project users delete':--billing-project) ;;
  'project users export':--hash-parameters | 'project users export':--format | 'project users export':--access-token-file | 'project users export':--service-account | 'project users export':--billing-project) ;;
  'project users import':--hash-parameters | 'project users import':--from | 'project users import':--passwords-file | 'project users import':--start | 'project users import':--access-token-file | 'project users import':--service-account | 'project users import':--billing-project) ;;
  serve:--config | serve:--port | serve:--host | serve:--allow-host | serve:--trust-proxy | serve:--data | serve:--policy | serve:--policy-set | serve:--owner-token-file | serve:--tls-cert | serve:--tls-key | serve:--import | serve:--project-config | serve:--export-on-exit | serve:--functions | serve:--events-url | serve:--events-secret-file) ;;
  'local outbox':--phone | 'local outbox':--email | 'local outbox':--wait) ;;
  'local events':--uid | 'local events':--wait) ;;
  'local import':--hash-parameters) ;;
  'local backup':--data) ;;
  'local restore':--data) ;;
  'local service-account':--email | 'local service-account':--role) ;;
  'local fail':--times | 'local fail':--delay) ;;
  'local expire':--of) ;;
  *) return 1 ;;
  esac
}

_usher() {
  local words quote kept cur lead='' path='' next='' option='' rest='' word
  local -i i last place=0
  COMPREPLY=()
  _usher_split
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
      ! _usher_valued "$path" "$word" || option=$word
    else
      case $next in
      verify-phone | confirm-code | send-link | complete-link | signout | signin | 'signin phone' | 'signin email-link' | 'signin password' | 'signin anonymous' | 'signin custom-token' | 'signin idp' | 'signin passkey' | signup | mfa | 'mfa enroll' | 'mfa enroll sms' | 'mfa enroll totp' | 'mfa list' | 'mfa challenge' | 'mfa unenroll' | 'mfa code' | passkey | 'passkey enroll' | 'passkey list' | 'passkey remove' | link | 'link phone' | 'link email-link' | 'link password' | 'link idp' | unlink | reauth | 'reauth phone' | 'reauth email-link' | 'reauth password' | 'reauth idp' | 'reauth passkey' | methods | account | 'account update' | 'account refresh' | 'account delete' | whoami | status | token | 'token inspect' | exec | curl | session | 'session list' | 'session use' | 'session export' | 'session import' | 'session remove' | pending | 'pending list' | 'pending drop' | init | profile | 'profile list' | 'profile show' | 'profile use' | 'profile set' | 'profile rename' | 'profile remove' | 'profile client' | 'profile client set' | 'profile client list' | 'profile client remove' | config | 'config get' | 'config set' | 'config unset' | 'config list' | 'config path' | doctor | project | 'project get' | 'project set' | 'project enable' | 'project disable' | 'project domain' | 'project domain add' | 'project domain list' | 'project domain remove' | 'project test-number' | 'project test-number add' | 'project test-number list' | 'project test-number remove' | 'project provider' | 'project provider set' | 'project provider list' | 'project provider remove' | 'project tenant' | 'project tenant create' | 'project tenant list' | 'project tenant delete' | 'project region' | 'project region allow' | 'project region deny' | 'project region list' | 'project init' | 'project diff' | 'project export' | 'project apply' | 'project users' | 'project users list' | 'project users show' | 'project users add' | 'project users update' | 'project users claims' | 'project users disable' | 'project users enable' | 'project users revoke' | 'project users delete' | 'project users export' | 'project users import' | serve | mcp | local | 'local outbox' | 'local events' | 'local seed' | 'local export' | 'local import' | 'local backup' | 'local restore' | 'local snapshot' | 'local snapshot save' | 'local snapshot load' | 'local snapshot list' | 'local snapshot remove' | 'local service-account' | 'local fail' | 'local expire' | 'local clock' | 'local reset' | shell | completion | help | version) path=$next ;;
      *) place+=1 ;;
      esac
    fi
  done
  if [[ ! $rest && ! $option && $cur == --*=* ]]; then
    option=${cur%%=*} lead=${cur%%=*}= cur=${cur#*=}
  fi

  if [[ $option ]]; then
    case $path:$option in
    verify-phone:--code-file) _usher_files -f ;;
    verify-phone:--app-verification) _usher_offer auto push recaptcha testing ;;
    verify-phone:--recaptcha-token-file) _usher_files -f ;;
    confirm-code:--pending) _usher_live ;;
    confirm-code:--factor) _usher_live ;;
    confirm-code:--code-file) _usher_files -f ;;
    send-link:--purpose) _usher_offer signin verify-email reset-password change-email ;;
    send-link:--recaptcha-token-file) _usher_files -f ;;
    complete-link:--pending) _usher_live ;;
    complete-link:--new-password-file) _usher_files -f ;;
    complete-link:--factor) _usher_live ;;
    complete-link:--totp-secret-file) _usher_files -f ;;
    complete-link:--code-file) _usher_files -f ;;
    complete-link:--app-verification) _usher_offer auto push recaptcha testing ;;
    complete-link:--recaptcha-token-file) _usher_files -f ;;
    signin:--id-token-file) _usher_files -f ;;
    signin:--access-token-file) _usher_files -f ;;
    signin:--nonce-file) _usher_files -f ;;
    signin:--factor) _usher_live ;;
    signin:--totp-secret-file) _usher_files -f ;;
    signin:--code-file) _usher_files -f ;;
    signin:--app-verification) _usher_offer auto push recaptcha testing ;;
    signin:--recaptcha-token-file) _usher_files -f ;;
    'signin phone':--code-file) _usher_files -f ;;
    'signin phone':--app-verification) _usher_offer auto push recaptcha testing ;;
    'signin phone':--recaptcha-token-file) _usher_files -f ;;
    'signin email-link':--recaptcha-token-file) _usher_files -f ;;
    'signin password':--password-file) _usher_files -f ;;
    'signin password':--factor) _usher_live ;;
    'signin password':--totp-secret-file) _usher_files -f ;;
    'signin password':--code-file) _usher_files -f ;;
    'signin password':--app-verification) _usher_offer auto push recaptcha testing ;;
    'signin password':--recaptcha-token-file) _usher_files -f ;;
    'signin custom-token':--token-file) _usher_files -f ;;
    'signin custom-token':--service-account) _usher_files -f ;;
    'signin idp':--id-token-file) _usher_files -f ;;
    'signin idp':--access-token-file) _usher_files -f ;;
    'signin idp':--nonce-file) _usher_files -f ;;
    'signin idp':--factor) _usher_live ;;
    'signin idp':--totp-secret-file) _usher_files -f ;;
    'signin idp':--code-file) _usher_files -f ;;
    'signin idp':--app-verification) _usher_offer auto push recaptcha testing ;;
    'signin idp':--recaptcha-token-file) _usher_files -f ;;
    'signin passkey':--key-file) _usher_files -f ;;
    'signin passkey':--factor) _usher_live ;;
    'signin passkey':--totp-secret-file) _usher_files -f ;;
    'signin passkey':--code-file) _usher_files -f ;;
    'signin passkey':--app-verification) _usher_offer auto push recaptcha testing ;;
    'signin passkey':--recaptcha-token-file) _usher_files -f ;;
    signup:--password-file) _usher_files -f ;;
    signup:--recaptcha-token-file) _usher_files -f ;;
    'mfa enroll sms':--code-file) _usher_files -f ;;
    'mfa enroll sms':--app-verification) _usher_offer auto push recaptcha testing ;;
    'mfa enroll sms':--recaptcha-token-file) _usher_files -f ;;
    'mfa enroll totp':--qr) _usher_files -f ;;
    'mfa enroll totp':--secret-file) _usher_files -f ;;
    'mfa enroll totp':--code-file) _usher_files -f ;;
    'mfa challenge':--pending) _usher_live ;;
    'mfa challenge':--code-file) _usher_files -f ;;
    'mfa challenge':--app-verification) _usher_offer auto push recaptcha testing ;;
    'mfa challenge':--recaptcha-token-file) _usher_files -f ;;
    'mfa code':--secret-file) _usher_files -f ;;
    'passkey enroll':--key-file) _usher_files -f ;;
    link:--id-token-file) _usher_files -f ;;
    link:--access-token-file) _usher_files -f ;;
    link:--nonce-file) _usher_files -f ;;
    link:--factor) _usher_live ;;
    link:--totp-secret-file) _usher_files -f ;;
    link:--code-file) _usher_files -f ;;
    link:--app-verification) _usher_offer auto push recaptcha testing ;;
    link:--recaptcha-token-file) _usher_files -f ;;
    'link phone':--code-file) _usher_files -f ;;
    'link phone':--app-verification) _usher_offer auto push recaptcha testing ;;
    'link phone':--recaptcha-token-file) _usher_files -f ;;
    'link email-link':--recaptcha-token-file) _usher_files -f ;;
    'link password':--password-file) _usher_files -f ;;
    'link password':--recaptcha-token-file) _usher_files -f ;;
    'link idp':--pending) _usher_live ;;
    'link idp':--id-token-file) _usher_files -f ;;
    'link idp':--access-token-file) _usher_files -f ;;
    'link idp':--nonce-file) _usher_files -f ;;
    'link idp':--factor) _usher_live ;;
    'link idp':--totp-secret-file) _usher_files -f ;;
    'link idp':--code-file) _usher_files -f ;;
    'link idp':--app-verification) _usher_offer auto push recaptcha testing ;;
    'link idp':--recaptcha-token-file) _usher_files -f ;;
    unlink:--revoke-code-file) _usher_files -f ;;
    reauth:--password-file) _usher_files -f ;;
    reauth:--id-token-file) _usher_files -f ;;
    reauth:--access-token-file) _usher_files -f ;;
    reauth:--nonce-file) _usher_files -f ;;
    reauth:--factor) _usher_live ;;
    reauth:--totp-secret-file) _usher_files -f ;;
    reauth:--code-file) _usher_files -f ;;
    reauth:--app-verification) _usher_offer auto push recaptcha testing ;;
    reauth:--recaptcha-token-file) _usher_files -f ;;
    'reauth phone':--code-file) _usher_files -f ;;
    'reauth phone':--app-verification) _usher_offer auto push recaptcha testing ;;
    'reauth phone':--recaptcha-token-file) _usher_files -f ;;
    'reauth email-link':--recaptcha-token-file) _usher_files -f ;;
    'reauth password':--password-file) _usher_files -f ;;
    'reauth password':--factor) _usher_live ;;
    'reauth password':--totp-secret-file) _usher_files -f ;;
    'reauth password':--code-file) _usher_files -f ;;
    'reauth password':--app-verification) _usher_offer auto push recaptcha testing ;;
    'reauth password':--recaptcha-token-file) _usher_files -f ;;
    'reauth idp':--id-token-file) _usher_files -f ;;
    'reauth idp':--access-token-file) _usher_files -f ;;
    'reauth idp':--nonce-file) _usher_files -f ;;
    'reauth idp':--factor) _usher_live ;;
    'reauth idp':--totp-secret-file) _usher_files -f ;;
    'reauth idp':--code-file) _usher_files -f ;;
    'reauth idp':--app-verification) _usher_offer auto push recaptcha testing ;;
    'reauth idp':--recaptcha-token-file) _usher_files -f ;;
    'reauth passkey':--key-file) _usher_files -f ;;
    'reauth passkey':--factor) _usher_live ;;
    'reauth passkey':--totp-secret-file) _usher_files -f ;;
    'reauth passkey':--code-file) _usher_files -f ;;
    'reauth passkey':--app-verification) _usher_offer auto push recaptcha testing ;;
    'reauth passkey':--recaptcha-token-file) _usher_files -f ;;
    'account update':--delete-attribute) _usher_offer display-name photo-url ;;
    'account update':--password-file) _usher_files -f ;;
    token:--format) _usher_offer raw header curl env dotenv github exec-credential playwright local-storage json ;;
    token:--access-token-file) _usher_files -f ;;
    token:--service-account) _usher_files -f ;;
    exec:--token-file) _usher_files -f ;;
    'profile client set':--client-secret-file) _usher_files -f ;;
    doctor:--access-token-file) _usher_files -f ;;
    doctor:--service-account) _usher_files -f ;;
    'project get':--access-token-file) _usher_files -f ;;
    'project get':--service-account) _usher_files -f ;;
    'project set':--access-token-file) _usher_files -f ;;
    'project set':--service-account) _usher_files -f ;;
    'project enable':--access-token-file) _usher_files -f ;;
    'project enable':--service-account) _usher_files -f ;;
    'project disable':--access-token-file) _usher_files -f ;;
    'project disable':--service-account) _usher_files -f ;;
    'project domain add':--access-token-file) _usher_files -f ;;
    'project domain add':--service-account) _usher_files -f ;;
    'project domain list':--access-token-file) _usher_files -f ;;
    'project domain list':--service-account) _usher_files -f ;;
    'project domain remove':--access-token-file) _usher_files -f ;;
    'project domain remove':--service-account) _usher_files -f ;;
    'project test-number add':--access-token-file) _usher_files -f ;;
    'project test-number add':--service-account) _usher_files -f ;;
    'project test-number list':--access-token-file) _usher_files -f ;;
    'project test-number list':--service-account) _usher_files -f ;;
    'project test-number remove':--access-token-file) _usher_files -f ;;
    'project test-number remove':--service-account) _usher_files -f ;;
    'project provider set':--client-secret-file) _usher_files -f ;;
    'project provider set':--metadata-file) _usher_files -f ;;
    'project provider set':--access-token-file) _usher_files -f ;;
    'project provider set':--service-account) _usher_files -f ;;
    'project provider list':--access-token-file) _usher_files -f ;;
    'project provider list':--service-account) _usher_files -f ;;
    'project provider remove':--access-token-file) _usher_files -f ;;
    'project provider remove':--service-account) _usher_files -f ;;
    'project tenant create':--access-token-file) _usher_files -f ;;
    'project tenant create':--service-account) _usher_files -f ;;
    'project tenant list':--access-token-file) _usher_files -f ;;
    'project tenant list':--service-account) _usher_files -f ;;
    'project tenant delete':--access-token-file) _usher_files -f ;;
    'project tenant delete':--service-account) _usher_files -f ;;
    'project region allow':--access-token-file) _usher_files -f ;;
    'project region allow':--service-account) _usher_files -f ;;
    'project region deny':--access-token-file) _usher_files -f ;;
    'project region deny':--service-account) _usher_files -f ;;
    'project region list':--access-token-file) _usher_files -f ;;
    'project region list':--service-account) _usher_files -f ;;
    'project init':--access-token-file) _usher_files -f ;;
    'project init':--service-account) _usher_files -f ;;
    'project diff':--access-token-file) _usher_files -f ;;
    'project diff':--service-account) _usher_files -f ;;
    'project export':--access-token-file) _usher_files -f ;;
    'project export':--service-account) _usher_files -f ;;
    'project apply':--access-token-file) _usher_files -f ;;
    'project apply':--service-account) _usher_files -f ;;
    'project users list':--access-token-file) _usher_files -f ;;
    'project users list':--service-account) _usher_files -f ;;
    'project users show':--access-token-file) _usher_files -f ;;
    'project users show':--service-account) _usher_files -f ;;
    'project users add':--password-file) _usher_files -f ;;
    'project users add':--access-token-file) _usher_files -f ;;
    'project users add':--service-account) _usher_files -f ;;
    'project users update':--password-file) _usher_files -f ;;
    'project users update':--access-token-file) _usher_files -f ;;
    'project users update':--service-account) _usher_files -f ;;
    'project users claims':--access-token-file) _usher_files -f ;;
    'project users claims':--service-account) _usher_files -f ;;
    'project users disable':--access-token-file) _usher_files -f ;;
    'project users disable':--service-account) _usher_files -f ;;
    'project users enable':--access-token-file) _usher_files -f ;;
    'project users enable':--service-account) _usher_files -f ;;
    'project users revoke':--access-token-file) _usher_files -f ;;
    'project users revoke':--service-account) _usher_files -f ;;
    'project users delete':--access-token-file) _usher_files -f ;;
    'project users delete':--service-account) _usher_files -f ;;
    'project users export':--hash-parameters) _usher_files -f ;;
    'project users export':--format) _usher_offer usher firebase ;;
    'project users export':--access-token-file) _usher_files -f ;;
    'project users export':--service-account) _usher_files -f ;;
    'project users import':--hash-parameters) _usher_files -f ;;
    'project users import':--from) _usher_offer auth0 supabase clerk ;;
    'project users import':--passwords-file) _usher_files -f ;;
    'project users import':--access-token-file) _usher_files -f ;;
    'project users import':--service-account) _usher_files -f ;;
    serve:--config) _usher_files -f ;;
    serve:--data) _usher_files -f ;;
    serve:--policy) _usher_offer emulator strict ;;
    serve:--owner-token-file) _usher_files -f ;;
    serve:--tls-cert) _usher_files -f ;;
    serve:--tls-key) _usher_files -f ;;
    serve:--import) _usher_files -d ;;
    serve:--project-config) _usher_files -f ;;
    serve:--export-on-exit) _usher_files -d ;;
    serve:--events-secret-file) _usher_files -f ;;
    'local import':--hash-parameters) _usher_files -f ;;
    'local backup':--data) _usher_files -f ;;
    'local restore':--data) _usher_files -f ;;
    *:-p | *:--profile) _usher_live ;;
    *:--as) _usher_live ;;
    *:--endpoint) _usher_live; [[ ${COMPREPLY[*]} ]] || _usher_offer local production ;;
    *:--field) _usher_live ;;
    *:--cacert) _usher_files -f ;;
    *:--app-check-token-file) _usher_files -f ;;
    *:--color) _usher_offer auto always never ;;
    esac
  elif [[ $rest ]]; then
    case $path/$place in
    exec/0) _usher_files -c ;;
    exec/*) _usher_files -f ;;
    curl/0) _usher_files -c ;;
    curl/*) _usher_files -f ;;
    serve/0) _usher_files -c ;;
    serve/*) _usher_files -f ;;
    esac
  elif [[ $cur == -* ]]; then
    case $path in
    verify-phone) _usher_offer --link --update --reauth --resend --wait-resend --no-wait --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser ;;
    confirm-code) _usher_offer --pending --verification-id --factor --code-file --code-command ;;
    send-link) _usher_offer --purpose --link --reauth --resend --wait --listen --page-host --recaptcha-token-file --continue-url --link-domain --ios-bundle-id --android-package --android-minimum-version --android-install-if-not-available ;;
    complete-link) _usher_offer --email --pending --link-command --new-password-file --factor --totp-secret-file --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser ;;
    signout) _usher_offer --all --keep-pending ;;
    signin) _usher_offer --id-token-file --access-token-file --nonce-file --scope --param --identity --device --show-provider-token --factor --totp-secret-file --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser ;;
    'signin phone') _usher_offer --resend --wait-resend --no-wait --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser ;;
    'signin email-link') _usher_offer --resend --wait --listen --page-host --recaptcha-token-file --continue-url --link-domain --ios-bundle-id --android-package --android-minimum-version --android-install-if-not-available ;;
    'signin password') _usher_offer --email --password-file --password-stdin --factor --totp-secret-file --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser ;;
    'signin custom-token') _usher_offer --token-file --uid --claims --service-account ;;
    'signin idp') _usher_offer --id-token-file --access-token-file --nonce-file --scope --param --identity --device --show-provider-token --factor --totp-secret-file --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser ;;
    'signin passkey') _usher_offer --browser --key-file --security-key --origin --factor --totp-secret-file --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser ;;
    signup) _usher_offer --email --password-file --password-stdin --recaptcha-token-file --listen --page-host --no-browser ;;
    'mfa enroll sms') _usher_offer --name --resend --no-wait --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser ;;
    'mfa enroll totp') _usher_offer --name --qr --secret-file --issuer --no-wait --code-file --code-command ;;
    'mfa challenge') _usher_offer --pending --resend --no-wait --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser ;;
    'mfa code') _usher_offer --secret-file --wait-fresh --copy ;;
    'passkey enroll') _usher_offer --name --browser --key-file --security-key --origin --listen --page-host --no-browser ;;
    link) _usher_offer --id-token-file --access-token-file --nonce-file --scope --param --identity --device --show-provider-token --factor --totp-secret-file --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser ;;
    'link phone') _usher_offer --resend --wait-resend --no-wait --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser ;;
    'link email-link') _usher_offer --resend --wait --listen --page-host --recaptcha-token-file --continue-url --link-domain --ios-bundle-id --android-package --android-minimum-version --android-install-if-not-available ;;
    'link password') _usher_offer --email --password-file --password-stdin --recaptcha-token-file --listen --page-host --no-browser ;;
    'link idp') _usher_offer --pending --id-token-file --access-token-file --nonce-file --scope --param --identity --device --show-provider-token --factor --totp-secret-file --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser ;;
    unlink) _usher_offer --revoke-code-file ;;
    reauth) _usher_offer --password-file --password-stdin --id-token-file --access-token-file --nonce-file --scope --param --identity --device --show-provider-token --factor --totp-secret-file --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser ;;
    'reauth phone') _usher_offer --resend --wait-resend --no-wait --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser ;;
    'reauth email-link') _usher_offer --resend --wait --listen --page-host --recaptcha-token-file --continue-url --link-domain --ios-bundle-id --android-package --android-minimum-version --android-install-if-not-available ;;
    'reauth password') _usher_offer --password-file --password-stdin --factor --totp-secret-file --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser ;;
    'reauth idp') _usher_offer --id-token-file --access-token-file --nonce-file --scope --param --identity --device --show-provider-token --factor --totp-secret-file --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser ;;
    'reauth passkey') _usher_offer --browser --key-file --security-key --origin --factor --totp-secret-file --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser ;;
    'account update') _usher_offer --display-name --photo-url --email --delete-attribute --password-file --password-stdin ;;
    whoami) _usher_offer --claims --check ;;
    status) _usher_offer --all --check ;;
    token) _usher_offer --min-ttl --refresh --format -H --header --claims --verify --session-cookie --copy --origin --app-key --app-name --access-token-file --service-account --gcloud --billing-project ;;
    'token inspect') _usher_offer --verify ;;
    exec) _usher_offer --env --token-file --min-ttl ;;
    curl) _usher_offer --min-ttl ;;
    init) _usher_offer --app --name ;;
    'profile client set') _usher_offer --client-id --issuer --client-secret-file ;;
    'config get') _usher_offer --origin ;;
    'config list') _usher_offer --origin ;;
    'config path') _usher_offer --origin ;;
    doctor) _usher_offer --offline --access-token-file --service-account --gcloud --billing-project ;;
    'project get') _usher_offer --access-token-file --service-account --gcloud --billing-project ;;
    'project set') _usher_offer --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project enable') _usher_offer --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project disable') _usher_offer --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project domain add') _usher_offer --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project domain list') _usher_offer --access-token-file --service-account --gcloud --billing-project ;;
    'project domain remove') _usher_offer --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project test-number add') _usher_offer --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project test-number list') _usher_offer --access-token-file --service-account --gcloud --billing-project ;;
    'project test-number remove') _usher_offer --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project provider set') _usher_offer --issuer --client-id --client-secret-file --metadata-file --disable --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project provider list') _usher_offer --access-token-file --service-account --gcloud --billing-project ;;
    'project provider remove') _usher_offer --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project tenant create') _usher_offer --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project tenant list') _usher_offer --access-token-file --service-account --gcloud --billing-project ;;
    'project tenant delete') _usher_offer --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project region allow') _usher_offer --only --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project region deny') _usher_offer --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project region list') _usher_offer --access-token-file --service-account --gcloud --billing-project ;;
    'project init') _usher_offer --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project diff') _usher_offer --access-token-file --service-account --gcloud --billing-project ;;
    'project export') _usher_offer --access-token-file --service-account --gcloud --billing-project ;;
    'project apply') _usher_offer --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project users list') _usher_offer --filter --limit --access-token-file --service-account --gcloud --billing-project ;;
    'project users show') _usher_offer --access-token-file --service-account --gcloud --billing-project ;;
    'project users add') _usher_offer --uid --email --email-verified --phone --display-name --password-file --password-stdin --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project users update') _usher_offer --email --email-verified --no-email-verified --phone --display-name --password-file --password-stdin --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project users claims') _usher_offer --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project users disable') _usher_offer --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project users enable') _usher_offer --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project users revoke') _usher_offer --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project users delete') _usher_offer --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    'project users export') _usher_offer --resume --hash-parameters --format --access-token-file --service-account --gcloud --billing-project ;;
    'project users import') _usher_offer --hash-parameters --from --passwords-file --start --dry-run --access-token-file --service-account --gcloud --billing-project ;;
    serve) _usher_offer --config --port --host --allow-host --trust-network --trust-proxy --data --policy --policy-set --print-policy --unsigned-tokens --owner-token-file --tls-cert --tls-key --import --project-config --export-on-exit --functions --events-url --events-secret-file ;;
    mcp) _usher_offer --allow-sign-in --show-tokens ;;
    'local outbox') _usher_offer --phone --email --latest --copy --wait ;;
    'local events') _usher_offer --uid --failed --retry --wait ;;
    'local import') _usher_offer --hash-parameters ;;
    'local backup') _usher_offer --data --force ;;
    'local restore') _usher_offer --data ;;
    'local service-account') _usher_offer --email --role ;;
    'local fail') _usher_offer --times --delay --clear ;;
    'local expire') _usher_offer --of ;;
    esac
    _usher_offer -p --profile --as -P --project --tenant --endpoint --language --json --field -q --quiet --no-input --no-store --yes --timeout --wait-limit --cacert --proxy --app-check-token-file --show-requests --debug --color -h --help --version
  else
    case $path/$place in
    /0) _usher_offer verify-phone confirm-code send-link complete-link signout signin signup mfa passkey link unlink reauth methods account whoami status token exec curl session pending init profile config doctor project serve mcp local shell completion help version ;;
    signin/0) _usher_offer phone email-link password anonymous custom-token idp passkey ;;
    mfa/0) _usher_offer enroll list challenge unenroll code ;;
    'mfa enroll'/0) _usher_offer sms totp ;;
    passkey/0) _usher_offer enroll list remove ;;
    link/0) _usher_offer phone email-link password idp google github apple microsoft facebook twitter yahoo linkedin ;;
    reauth/0) _usher_offer phone email-link password idp passkey google github apple microsoft facebook twitter yahoo linkedin ;;
    account/0) _usher_offer update refresh delete ;;
    token/0) _usher_offer inspect ;;
    session/0) _usher_offer list use export import remove ;;
    pending/0) _usher_offer list drop ;;
    profile/0) _usher_offer list show use set rename remove client ;;
    'profile client'/0) _usher_offer set list remove ;;
    config/0) _usher_offer get set unset list path ;;
    project/0) _usher_offer get set enable disable domain test-number provider tenant region init diff export apply users ;;
    'project domain'/0) _usher_offer add list remove ;;
    'project test-number'/0) _usher_offer add list remove ;;
    'project provider'/0) _usher_offer set list remove ;;
    'project tenant'/0) _usher_offer create list delete ;;
    'project region'/0) _usher_offer allow deny list ;;
    'project users'/0) _usher_offer list show add update claims disable enable revoke delete export import ;;
    local/0) _usher_offer outbox events seed export import backup restore snapshot service-account fail expire clock reset ;;
    'local snapshot'/0) _usher_offer save load list remove ;;
    signout/0) _usher_live ;;
    'signin idp'/0) _usher_offer google github apple microsoft facebook twitter yahoo linkedin ;;
    'mfa challenge'/0) _usher_live ;;
    'mfa unenroll'/0) _usher_live ;;
    'link idp'/0) _usher_offer google github apple microsoft facebook twitter yahoo linkedin ;;
    unlink/0) _usher_live ;;
    'reauth idp'/0) _usher_offer google github apple microsoft facebook twitter yahoo linkedin ;;
    'token inspect'/0) _usher_files -f ;;
    'session use'/0) _usher_live ;;
    'session export'/0) _usher_files -f ;;
    'session import'/0) _usher_files -f ;;
    'session remove'/0) _usher_live ;;
    'pending drop'/*) _usher_live ;;
    init/0) _usher_files -f ;;
    'profile show'/0) _usher_live ;;
    'profile use'/0) _usher_live ;;
    'profile set'/0) _usher_offer endpoint project api-key tenant app-id bundle-id android-package android-certificate referer client-id reversed-client-id auth-domain app-verification provider-listen language ;;
    'profile set'/1) _usher_live ;;
    'profile rename'/0) _usher_live ;;
    'profile remove'/0) _usher_live ;;
    'config get'/0) _usher_offer output language timeout wait_limit no_input color browser cacert proxy ;;
    'config set'/0) _usher_offer output language timeout wait_limit no_input color browser cacert proxy ;;
    'config set'/1) _usher_live ;;
    'config unset'/0) _usher_offer output language timeout wait_limit no_input color browser cacert proxy ;;
    'project enable'/*) _usher_offer phone password email-link anonymous mfa-sms mfa-totp enumeration-protection sign-up account-deletion ;;
    'project disable'/*) _usher_offer phone password email-link anonymous mfa-sms mfa-totp enumeration-protection sign-up account-deletion ;;
    'project diff'/0) _usher_files -f ;;
    'project diff'/1) _usher_files -f ;;
    'project export'/0) _usher_files -f ;;
    'project apply'/0) _usher_files -f ;;
    'project users export'/0) _usher_files -f ;;
    'project users import'/0) _usher_files -f ;;
    'local seed'/0) _usher_files -f ;;
    'local export'/0) _usher_files -f ;;
    'local import'/0) _usher_files -f ;;
    'local backup'/0) _usher_files -f ;;
    'local restore'/0) _usher_files -f ;;
    'local service-account'/0) _usher_files -f ;;
    'local expire'/0) _usher_offer codes links pending sessions ;;
    completion/0) _usher_offer bash zsh fish ;;
    help/*) _usher_live ;;
    esac
  fi
}

complete -F _usher usher
