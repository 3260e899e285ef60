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
      *:-p | *:--profile | *:--as | *:-P | *:--project | *:--tenant | *:--endpoint | *:--language | *:--field | *:--timeout | *:--wait-limit | *:--cacert | *:--proxy | *:--app-check-token-file | *:--color) option=$word ;;
      verify-phone:--code-file | verify-phone:--code-command | verify-phone:--app-verification | verify-phone:--recaptcha-token-file | verify-phone:--listen | verify-phone:--page-host) option=$word ;;
      confirm-code:--pending | confirm-code:--verification-id | confirm-code:--factor | confirm-code:--code-file | confirm-code:--code-command) option=$word ;;
      send-link:--purpose | send-link:--listen | send-link:--page-host | send-link:--continue-url | send-link:--link-domain | send-link:--ios-bundle-id | send-link:--android-package | send-link:--android-minimum-version) option=$word ;;
      complete-link:--email | complete-link:--pending | complete-link:--link-command | complete-link:--new-password-file | complete-link:--factor | complete-link:--totp-secret-file | complete-link:--code-file | complete-link:--code-command | complete-link:--app-verification | complete-link:--recaptcha-token-file | complete-link:--listen | complete-link:--page-host) option=$word ;;
      'signin phone':--code-file | 'signin phone':--code-command | 'signin phone':--app-verification | 'signin phone':--recaptcha-token-file | 'signin phone':--listen | 'signin phone':--page-host) option=$word ;;
      'signin email-link':--listen | 'signin email-link':--page-host | 'signin email-link':--continue-url | 'signin email-link':--link-domain | 'signin email-link':--ios-bundle-id | 'signin email-link':--android-package | 'signin email-link':--android-minimum-version) option=$word ;;
      'signin password':--email | 'signin password':--password-file | 'signin password':--factor | 'signin password':--totp-secret-file | 'signin password':--code-file | 'signin password':--code-command | 'signin password':--app-verification | 'signin password':--recaptcha-token-file | 'signin password':--listen | 'signin password':--page-host) option=$word ;;
      'signin custom-token':--token-file | 'signin custom-token':--uid | 'signin custom-token':--claims | 'signin custom-token':--service-account) option=$word ;;
      'signin idp':--id-token-file | 'signin idp':--access-token-file | 'signin idp':--nonce-file | 'signin idp':--factor | 'signin idp':--totp-secret-file | 'signin idp':--code-file | 'signin idp':--code-command | 'signin idp':--app-verification | 'signin idp':--recaptcha-token-file | 'signin idp':--listen | 'signin idp':--page-host) option=$word ;;
      signup:--email | signup:--password-file) option=$word ;;
      'mfa enroll sms':--name | 'mfa enroll sms':--code-file | 'mfa enroll sms':--code-command | 'mfa enroll sms':--app-verification | 'mfa enroll sms':--recaptcha-token-file | 'mfa enroll sms':--listen | 'mfa enroll sms':--page-host) option=$word ;;
      'mfa enroll totp':--name | 'mfa enroll totp':--qr | 'mfa enroll totp':--secret-file | 'mfa enroll totp':--issuer | 'mfa enroll totp':--code-file | 'mfa enroll totp':--code-command) option=$word ;;
      'mfa challenge':--pending | 'mfa challenge':--code-file | 'mfa challenge':--code-command | 'mfa challenge':--app-verification | 'mfa challenge':--recaptcha-token-file | 'mfa challenge':--listen | 'mfa challenge':--page-host) option=$word ;;
      'mfa code':--secret-file) option=$word ;;
      'link phone':--code-file | 'link phone':--code-command | 'link phone':--app-verification | 'link phone':--recaptcha-token-file | 'link phone':--listen | 'link phone':--page-host) option=$word ;;
      'link email-link':--listen | 'link email-link':--page-host | 'link email-link':--continue-url | 'link email-link':--link-domain | 'link email-link':--ios-bundle-id | 'link email-link':--android-package | 'link email-link':--android-minimum-version) option=$word ;;
      'link password':--email | 'link password':--password-file) option=$word ;;
      'link idp':--id-token-file | 'link idp':--access-token-file | 'link idp':--nonce-file | 'link idp':--factor | 'link idp':--totp-secret-file | 'link idp':--code-file | 'link idp':--code-command | 'link idp':--app-verification | 'link idp':--recaptcha-token-file | 'link idp':--listen | 'link idp':--page-host) option=$word ;;
      'reauth phone':--code-file | 'reauth phone':--code-command | 'reauth phone':--app-verification | 'reauth phone':--recaptcha-token-file | 'reauth phone':--listen | 'reauth phone':--page-host) option=$word ;;
      'reauth email-link':--listen | 'reauth email-link':--page-host | 'reauth email-link':--continue-url | 'reauth email-link':--link-domain | 'reauth email-link':--ios-bundle-id | 'reauth email-link':--android-package | 'reauth email-link':--android-minimum-version) option=$word ;;
      'reauth password':--password-file | 'reauth password':--factor | 'reauth password':--totp-secret-file | 'reauth password':--code-file | 'reauth password':--code-command | 'reauth password':--app-verification | 'reauth password':--recaptcha-token-file | 'reauth password':--listen | 'reauth password':--page-host) option=$word ;;
      'reauth idp':--id-token-file | 'reauth idp':--access-token-file | 'reauth idp':--nonce-file | 'reauth idp':--factor | 'reauth idp':--totp-secret-file | 'reauth idp':--code-file | 'reauth idp':--code-command | 'reauth idp':--app-verification | 'reauth idp':--recaptcha-token-file | 'reauth idp':--listen | 'reauth idp':--page-host) option=$word ;;
      'account update':--display-name | 'account update':--photo-url | 'account update':--email | 'account update':--delete-attribute | 'account update':--password-file) option=$word ;;
      token:--min-ttl | token:--format) option=$word ;;
      exec:--env | exec:--token-file | exec:--min-ttl) option=$word ;;
      curl:--min-ttl) option=$word ;;
      init:--app | init:--name) option=$word ;;
      serve:--port | serve:--host | serve:--allow-host | serve:--data | serve:--policy | serve:--policy-set | serve:--owner-token-file) option=$word ;;
      'local outbox':--phone | 'local outbox':--email | 'local outbox':--wait) option=$word ;;
      esac
    else
      case $next in
      verify-phone | confirm-code | send-link | complete-link | signout | signin | 'signin phone' | 'signin email-link' | 'signin password' | 'signin anonymous' | 'signin custom-token' | 'signin idp' | signup | mfa | 'mfa enroll' | 'mfa enroll sms' | 'mfa enroll totp' | 'mfa list' | 'mfa challenge' | 'mfa unenroll' | 'mfa code' | link | 'link phone' | 'link email-link' | 'link password' | 'link idp' | unlink | reauth | 'reauth phone' | 'reauth email-link' | 'reauth password' | 'reauth idp' | methods | account | 'account update' | 'account refresh' | 'account delete' | whoami | status | token | 'token inspect' | exec | curl | session | 'session list' | 'session use' | 'session export' | 'session import' | 'session remove' | pending | 'pending list' | 'pending drop' | init | profile | 'profile list' | 'profile show' | 'profile use' | 'profile set' | 'profile rename' | 'profile remove' | config | 'config get' | 'config set' | 'config unset' | 'config list' | 'config path' | doctor | serve | local | 'local outbox' | 'local test-number' | 'local test-number add' | 'local test-number list' | 'local test-number remove' | 'local project' | 'local project get' | 'local project set' | 'local project enable' | 'local project disable' | 'local reset' | shell | completion | help | version) path=$next ;;
      *) place+=1 ;;
      esac
    fi
  done

  if [[ $option ]]; then
    [[ $cur != '=' ]] || cur=''
    case $path:$option in
    verify-phone:--code-file) _usher_files -f -- "$cur" ;;
    verify-phone:--app-verification) _usher_reply -W 'auto push recaptcha testing' -- "$cur" ;;
    verify-phone:--recaptcha-token-file) _usher_files -f -- "$cur" ;;
    confirm-code:--code-file) _usher_files -f -- "$cur" ;;
    send-link:--purpose) _usher_reply -W 'signin verify-email reset-password change-email' -- "$cur" ;;
    complete-link:--new-password-file) _usher_files -f -- "$cur" ;;
    complete-link:--totp-secret-file) _usher_files -f -- "$cur" ;;
    complete-link:--code-file) _usher_files -f -- "$cur" ;;
    complete-link:--app-verification) _usher_reply -W 'auto push recaptcha testing' -- "$cur" ;;
    complete-link:--recaptcha-token-file) _usher_files -f -- "$cur" ;;
    'signin phone':--code-file) _usher_files -f -- "$cur" ;;
    'signin phone':--app-verification) _usher_reply -W 'auto push recaptcha testing' -- "$cur" ;;
    'signin phone':--recaptcha-token-file) _usher_files -f -- "$cur" ;;
    'signin password':--password-file) _usher_files -f -- "$cur" ;;
    'signin password':--totp-secret-file) _usher_files -f -- "$cur" ;;
    'signin password':--code-file) _usher_files -f -- "$cur" ;;
    'signin password':--app-verification) _usher_reply -W 'auto push recaptcha testing' -- "$cur" ;;
    'signin password':--recaptcha-token-file) _usher_files -f -- "$cur" ;;
    'signin custom-token':--token-file) _usher_files -f -- "$cur" ;;
    'signin custom-token':--service-account) _usher_files -f -- "$cur" ;;
    'signin idp':--id-token-file) _usher_files -f -- "$cur" ;;
    'signin idp':--access-token-file) _usher_files -f -- "$cur" ;;
    'signin idp':--nonce-file) _usher_files -f -- "$cur" ;;
    'signin idp':--totp-secret-file) _usher_files -f -- "$cur" ;;
    'signin idp':--code-file) _usher_files -f -- "$cur" ;;
    'signin idp':--app-verification) _usher_reply -W 'auto push recaptcha testing' -- "$cur" ;;
    'signin idp':--recaptcha-token-file) _usher_files -f -- "$cur" ;;
    signup:--password-file) _usher_files -f -- "$cur" ;;
    'mfa enroll sms':--code-file) _usher_files -f -- "$cur" ;;
    'mfa enroll sms':--app-verification) _usher_reply -W 'auto push recaptcha testing' -- "$cur" ;;
    'mfa enroll sms':--recaptcha-token-file) _usher_files -f -- "$cur" ;;
    'mfa enroll totp':--qr) _usher_files -f -- "$cur" ;;
    'mfa enroll totp':--secret-file) _usher_files -f -- "$cur" ;;
    'mfa enroll totp':--code-file) _usher_files -f -- "$cur" ;;
    'mfa challenge':--code-file) _usher_files -f -- "$cur" ;;
    'mfa challenge':--app-verification) _usher_reply -W 'auto push recaptcha testing' -- "$cur" ;;
    'mfa challenge':--recaptcha-token-file) _usher_files -f -- "$cur" ;;
    'mfa code':--secret-file) _usher_files -f -- "$cur" ;;
    'link phone':--code-file) _usher_files -f -- "$cur" ;;
    'link phone':--app-verification) _usher_reply -W 'auto push recaptcha testing' -- "$cur" ;;
    'link phone':--recaptcha-token-file) _usher_files -f -- "$cur" ;;
    'link password':--password-file) _usher_files -f -- "$cur" ;;
    'link idp':--id-token-file) _usher_files -f -- "$cur" ;;
    'link idp':--access-token-file) _usher_files -f -- "$cur" ;;
    'link idp':--nonce-file) _usher_files -f -- "$cur" ;;
    'link idp':--totp-secret-file) _usher_files -f -- "$cur" ;;
    'link idp':--code-file) _usher_files -f -- "$cur" ;;
    'link idp':--app-verification) _usher_reply -W 'auto push recaptcha testing' -- "$cur" ;;
    'link idp':--recaptcha-token-file) _usher_files -f -- "$cur" ;;
    'reauth phone':--code-file) _usher_files -f -- "$cur" ;;
    'reauth phone':--app-verification) _usher_reply -W 'auto push recaptcha testing' -- "$cur" ;;
    'reauth phone':--recaptcha-token-file) _usher_files -f -- "$cur" ;;
    'reauth password':--password-file) _usher_files -f -- "$cur" ;;
    'reauth password':--totp-secret-file) _usher_files -f -- "$cur" ;;
    'reauth password':--code-file) _usher_files -f -- "$cur" ;;
    'reauth password':--app-verification) _usher_reply -W 'auto push recaptcha testing' -- "$cur" ;;
    'reauth password':--recaptcha-token-file) _usher_files -f -- "$cur" ;;
    'reauth idp':--id-token-file) _usher_files -f -- "$cur" ;;
    'reauth idp':--access-token-file) _usher_files -f -- "$cur" ;;
    'reauth idp':--nonce-file) _usher_files -f -- "$cur" ;;
    'reauth idp':--totp-secret-file) _usher_files -f -- "$cur" ;;
    'reauth idp':--code-file) _usher_files -f -- "$cur" ;;
    'reauth idp':--app-verification) _usher_reply -W 'auto push recaptcha testing' -- "$cur" ;;
    'reauth idp':--recaptcha-token-file) _usher_files -f -- "$cur" ;;
    'account update':--delete-attribute) _usher_reply -W 'display-name photo-url' -- "$cur" ;;
    'account update':--password-file) _usher_files -f -- "$cur" ;;
    token:--format) _usher_reply -W 'raw header curl env dotenv github exec-credential json' -- "$cur" ;;
    exec:--token-file) _usher_files -f -- "$cur" ;;
    serve:--data) _usher_files -f -- "$cur" ;;
    serve:--policy) _usher_reply -W 'emulator strict' -- "$cur" ;;
    serve:--owner-token-file) _usher_files -f -- "$cur" ;;
    *:--cacert) _usher_files -f -- "$cur" ;;
    *:--app-check-token-file) _usher_files -f -- "$cur" ;;
    *:--color) _usher_reply -W 'auto always never' -- "$cur" ;;
    esac
  elif [[ $rest ]]; then
    case $path/$place in
    exec/0) _usher_reply -c -- "$cur" ;;
    exec/*) _usher_files -f -- "$cur" ;;
    curl/0) _usher_reply -c -- "$cur" ;;
    curl/*) _usher_files -f -- "$cur" ;;
    serve/0) _usher_reply -c -- "$cur" ;;
    serve/*) _usher_files -f -- "$cur" ;;
    esac
  elif [[ $cur == -* ]]; then
    case $path in
    verify-phone) _usher_reply -W '--link --update --reauth --resend --wait-resend --no-wait --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser' -- "$cur" ;;
    confirm-code) _usher_reply -W '--pending --verification-id --factor --code-file --code-command' -- "$cur" ;;
    send-link) _usher_reply -W '--purpose --link --reauth --resend --wait --listen --page-host --continue-url --link-domain --ios-bundle-id --android-package --android-minimum-version --android-install-if-not-available' -- "$cur" ;;
    complete-link) _usher_reply -W '--email --pending --link-command --new-password-file --factor --totp-secret-file --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser' -- "$cur" ;;
    signout) _usher_reply -W '--all --keep-pending' -- "$cur" ;;
    'signin phone') _usher_reply -W '--resend --wait-resend --no-wait --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser' -- "$cur" ;;
    'signin email-link') _usher_reply -W '--resend --wait --listen --page-host --continue-url --link-domain --ios-bundle-id --android-package --android-minimum-version --android-install-if-not-available' -- "$cur" ;;
    'signin password') _usher_reply -W '--email --password-file --password-stdin --factor --totp-secret-file --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser' -- "$cur" ;;
    'signin custom-token') _usher_reply -W '--token-file --uid --claims --service-account' -- "$cur" ;;
    'signin idp') _usher_reply -W '--id-token-file --access-token-file --nonce-file --factor --totp-secret-file --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser' -- "$cur" ;;
    signup) _usher_reply -W '--email --password-file --password-stdin' -- "$cur" ;;
    'mfa enroll sms') _usher_reply -W '--name --resend --no-wait --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser' -- "$cur" ;;
    'mfa enroll totp') _usher_reply -W '--name --qr --secret-file --issuer --no-wait --code-file --code-command' -- "$cur" ;;
    'mfa challenge') _usher_reply -W '--pending --resend --no-wait --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser' -- "$cur" ;;
    'mfa code') _usher_reply -W '--secret-file --wait-fresh' -- "$cur" ;;
    'link phone') _usher_reply -W '--resend --wait-resend --no-wait --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser' -- "$cur" ;;
    'link email-link') _usher_reply -W '--resend --wait --listen --page-host --continue-url --link-domain --ios-bundle-id --android-package --android-minimum-version --android-install-if-not-available' -- "$cur" ;;
    'link password') _usher_reply -W '--email --password-file --password-stdin' -- "$cur" ;;
    'link idp') _usher_reply -W '--id-token-file --access-token-file --nonce-file --factor --totp-secret-file --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser' -- "$cur" ;;
    'reauth phone') _usher_reply -W '--resend --wait-resend --no-wait --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser' -- "$cur" ;;
    'reauth email-link') _usher_reply -W '--resend --wait --listen --page-host --continue-url --link-domain --ios-bundle-id --android-package --android-minimum-version --android-install-if-not-available' -- "$cur" ;;
    'reauth password') _usher_reply -W '--password-file --password-stdin --factor --totp-secret-file --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser' -- "$cur" ;;
    'reauth idp') _usher_reply -W '--id-token-file --access-token-file --nonce-file --factor --totp-secret-file --code-file --code-command --testing --app-verification --recaptcha-token-file --listen --page-host --no-browser' -- "$cur" ;;
    'account update') _usher_reply -W '--display-name --photo-url --email --delete-attribute --password-file --password-stdin' -- "$cur" ;;
    whoami) _usher_reply -W '--claims --check' -- "$cur" ;;
    status) _usher_reply -W '--all --check' -- "$cur" ;;
    token) _usher_reply -W '--min-ttl --refresh --format -H --header --claims --verify' -- "$cur" ;;
    'token inspect') _usher_reply -W '--verify' -- "$cur" ;;
    exec) _usher_reply -W '--env --token-file --min-ttl' -- "$cur" ;;
    curl) _usher_reply -W '--min-ttl' -- "$cur" ;;
    init) _usher_reply -W '--app --name' -- "$cur" ;;
    'config get') _usher_reply -W '--origin' -- "$cur" ;;
    'config list') _usher_reply -W '--origin' -- "$cur" ;;
    'config path') _usher_reply -W '--origin' -- "$cur" ;;
    doctor) _usher_reply -W '--offline' -- "$cur" ;;
    serve) _usher_reply -W '--port --host --allow-host --data --policy --policy-set --print-policy --unsigned-tokens --owner-token-file' -- "$cur" ;;
    'local outbox') _usher_reply -W '--phone --email --latest --wait' -- "$cur" ;;
    esac
    _usher_reply -W '-p --profile --as -P --project --tenant --endpoint --language --json --field -q --quiet --no-input --no-store --yes --timeout --wait-limit --cacert --proxy --app-check-token-file --show-requests --debug --color -h --help --version' -- "$cur"
  else
    case $path/$place in
    /0) _usher_reply -W 'verify-phone confirm-code send-link complete-link signout signin signup mfa link unlink reauth methods account whoami status token exec curl session pending init profile config doctor serve local shell completion help version' -- "$cur" ;;
    signin/0) _usher_reply -W 'phone email-link password anonymous custom-token idp' -- "$cur" ;;
    mfa/0) _usher_reply -W 'enroll list challenge unenroll code' -- "$cur" ;;
    'mfa enroll'/0) _usher_reply -W 'sms totp' -- "$cur" ;;
    link/0) _usher_reply -W 'phone email-link password idp' -- "$cur" ;;
    reauth/0) _usher_reply -W 'phone email-link password idp' -- "$cur" ;;
    account/0) _usher_reply -W 'update refresh delete' -- "$cur" ;;
    token/0) _usher_reply -W inspect -- "$cur" ;;
    session/0) _usher_reply -W 'list use export import remove' -- "$cur" ;;
    pending/0) _usher_reply -W 'list drop' -- "$cur" ;;
    profile/0) _usher_reply -W 'list show use set rename remove' -- "$cur" ;;
    config/0) _usher_reply -W 'get set unset list path' -- "$cur" ;;
    local/0) _usher_reply -W 'outbox test-number project reset' -- "$cur" ;;
    'local test-number'/0) _usher_reply -W 'add list remove' -- "$cur" ;;
    'local project'/0) _usher_reply -W 'get set enable disable' -- "$cur" ;;
    'token inspect'/0) _usher_files -f -- "$cur" ;;
    'session export'/0) _usher_files -f -- "$cur" ;;
    'session import'/0) _usher_files -f -- "$cur" ;;
    init/0) _usher_files -f -- "$cur" ;;
    'profile set'/0) _usher_reply -W 'endpoint project api-key tenant app-id bundle-id android-package android-certificate referer client-id reversed-client-id auth-domain app-verification language' -- "$cur" ;;
    'config get'/0) _usher_reply -W 'output language timeout wait_limit no_input color browser cacert proxy' -- "$cur" ;;
    'config set'/0) _usher_reply -W 'output language timeout wait_limit no_input color browser cacert proxy' -- "$cur" ;;
    'config unset'/0) _usher_reply -W 'output language timeout wait_limit no_input color browser cacert proxy' -- "$cur" ;;
    'local project enable'/0) _usher_reply -W 'phone password email-link anonymous mfa-sms mfa-totp enumeration-protection' -- "$cur" ;;
    'local project disable'/0) _usher_reply -W 'phone password email-link anonymous mfa-sms mfa-totp enumeration-protection' -- "$cur" ;;
    completion/0) _usher_reply -W 'bash zsh fish' -- "$cur" ;;
    esac
  fi
}

complete -F _usher usher
