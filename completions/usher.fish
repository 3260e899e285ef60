# Completes usher in fish; generated from its command table.

function __usher_place
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
            case '*:-p' '*:--profile' '*:--as' '*:-P' '*:--project' '*:--tenant' '*:--endpoint' '*:--language' '*:--field' '*:--timeout' '*:--wait-limit' '*:--cacert' '*:--proxy' '*:--app-check-token-file' \
                    'verify-phone:--code-file' 'verify-phone:--code-command' \
                    'confirm-code:--pending' 'confirm-code:--verification-id' 'confirm-code:--code-file' 'confirm-code:--code-command' \
                    'send-link:--purpose' 'send-link:--listen' 'send-link:--page-host' 'send-link:--continue-url' 'send-link:--link-domain' 'send-link:--ios-bundle-id' 'send-link:--android-package' 'send-link:--android-minimum-version' \
                    'complete-link:--email' 'complete-link:--pending' 'complete-link:--link-command' 'complete-link:--new-password-file' \
                    'signin phone:--code-file' 'signin phone:--code-command' \
                    'signin email-link:--purpose' 'signin email-link:--listen' 'signin email-link:--page-host' 'signin email-link:--continue-url' 'signin email-link:--link-domain' 'signin email-link:--ios-bundle-id' 'signin email-link:--android-package' 'signin email-link:--android-minimum-version' \
                    'signin password:--email' 'signin password:--password-file' \
                    'signin custom-token:--token-file' 'signin custom-token:--uid' 'signin custom-token:--claims' 'signin custom-token:--service-account' \
                    'signin idp:--id-token-file' 'signin idp:--access-token-file' 'signin idp:--nonce-file' \
                    'signup:--email' 'signup:--password-file' \
                    'link phone:--code-file' 'link phone:--code-command' \
                    'link email-link:--purpose' 'link email-link:--listen' 'link email-link:--page-host' 'link email-link:--continue-url' 'link email-link:--link-domain' 'link email-link:--ios-bundle-id' 'link email-link:--android-package' 'link email-link:--android-minimum-version' \
                    'link password:--email' 'link password:--password-file' \
                    'link idp:--id-token-file' 'link idp:--access-token-file' 'link idp:--nonce-file' \
                    'reauth phone:--code-file' 'reauth phone:--code-command' \
                    'reauth email-link:--purpose' 'reauth email-link:--listen' 'reauth email-link:--page-host' 'reauth email-link:--continue-url' 'reauth email-link:--link-domain' 'reauth email-link:--ios-bundle-id' 'reauth email-link:--android-package' 'reauth email-link:--android-minimum-version' \
                    'reauth password:--password-file' \
                    'reauth idp:--id-token-file' 'reauth idp:--access-token-file' 'reauth idp:--nonce-file' \
                    'account update:--display-name' 'account update:--photo-url' 'account update:--email' 'account update:--delete-attribute' 'account update:--password-file' \
                    'token:--min-ttl' 'token:--format' \
                    'init:--app' 'init:--name' \
                    'serve:--port' 'serve:--host' 'serve:--allow-host' 'serve:--data' 'serve:--policy' 'serve:--policy-set' 'serve:--owner-token-file' \
                    'local outbox:--phone' 'local outbox:--email' 'local outbox:--wait'
                set option $word
                continue
            case '*:-?*'
                continue
        end
        set -l next (string trim -- "$path $word")
        if contains -- "$next" verify-phone confirm-code send-link complete-link signout signin 'signin phone' 'signin email-link' 'signin password' 'signin anonymous' 'signin custom-token' 'signin idp' signup link 'link phone' 'link email-link' 'link password' 'link idp' unlink reauth 'reauth phone' 'reauth email-link' 'reauth password' 'reauth idp' methods account 'account update' 'account refresh' 'account delete' whoami status token session 'session list' 'session use' 'session export' 'session import' 'session remove' pending 'pending list' 'pending drop' init profile 'profile list' 'profile show' 'profile use' 'profile set' 'profile rename' 'profile remove' config 'config get' 'config set' 'config unset' 'config list' 'config path' doctor serve local 'local outbox' 'local test-number' 'local test-number add' 'local test-number list' 'local test-number remove' 'local project' 'local project get' 'local project set' 'local project enable' 'local project disable' 'local reset' help version
            set path $next
        else
            set place (math $place + 1)
        end
    end
    echo "$path/$rest$place"
end

function __usher_at
    string match -q -- $argv[1] (__usher_place)
end

complete -c usher -f
complete -c usher -n '__usher_at /0' -a verify-phone -d 'Sign in with a phone number: send it a code by SMS.'
complete -c usher -n '__usher_at /0' -a confirm-code -d 'Finish a sign-in with the code you received.'
complete -c usher -n '__usher_at /0' -a send-link -d 'Mail a link that signs in, or that proves, changes or resets something.'
complete -c usher -n '__usher_at /0' -a complete-link -d 'Finish with the link from a mail.'
complete -c usher -n '__usher_at /0' -a signout -d 'Forget a session on this machine.'
complete -c usher -n '__usher_at /0' -a signin -d 'Sign in, asking how.'
complete -c usher -n '__usher_at /0' -a signup -d 'Make an account with an address and a password.'
complete -c usher -n '__usher_at /0' -a link -d 'Give the account another way in.'
complete -c usher -n '__usher_at /0' -a unlink -d 'Take a way in away from the account.'
complete -c usher -n '__usher_at /0' -a reauth -d 'Prove again that the signed-in person is there.'
complete -c usher -n '__usher_at /0' -a methods -d 'Show how the account of an address can be signed in to.'
complete -c usher -n '__usher_at /0' -a account -d 'The signed-in account at the server.'
complete -c usher -n '__usher_at /0' -a whoami -d 'Show who is signed in, without asking the server.'
complete -c usher -n '__usher_at /0' -a status -d 'Show the sessions and pending steps here, and where commands go.'
complete -c usher -n '__usher_at /0' -a token -d 'Print a valid ID token, renewed if needed.'
complete -c usher -n '__usher_at /0' -a session -d 'Keep several people signed in side by side.'
complete -c usher -n '__usher_at /0' -a pending -d 'Steps that wait for a code or a link.'
complete -c usher -n '__usher_at /0' -a init -d 'Make a profile of an app\'s configuration file, and select it.'
complete -c usher -n '__usher_at /0' -a profile -d 'Projects and where they are.'
complete -c usher -n '__usher_at /0' -a config -d 'Preferences, set once and for all.'
complete -c usher -n '__usher_at /0' -a doctor -d 'Look for what could keep a sign-in from working.'
complete -c usher -n '__usher_at /0' -a serve -d 'Run the local server over HTTP, for the SDKs of any language.'
complete -c usher -n '__usher_at /0' -a local -d 'Look into and steer the local server.'
complete -c usher -n '__usher_at /0' -a help -d 'Explain a command or a topic.'
complete -c usher -n '__usher_at /0' -a version -d 'Show the version.'
complete -c usher -n '__usher_at signin/0' -a phone -d 'Sign in with a phone number, as verify-phone does.'
complete -c usher -n '__usher_at signin/0' -a email-link -d 'Sign in with a mailed link, as send-link does.'
complete -c usher -n '__usher_at signin/0' -a password -d 'Sign in with an address and its password.'
complete -c usher -n '__usher_at signin/0' -a anonymous -d 'Sign in as nobody in particular; links made later keep the uid.'
complete -c usher -n '__usher_at signin/0' -a custom-token -d 'Sign in with a token that a service account of the project made.'
complete -c usher -n '__usher_at signin/0' -a idp -d 'Sign in with an identity provider\'s token.'
complete -c usher -n '__usher_at link/0' -a phone -d 'Make a phone number another way in to the account.'
complete -c usher -n '__usher_at link/0' -a email-link -d 'Make an e-mail address another way in to the account, by a mailed link.'
complete -c usher -n '__usher_at link/0' -a password -d 'Give the account an address and a password.'
complete -c usher -n '__usher_at link/0' -a idp -d 'Make an identity provider another way in to the account.'
complete -c usher -n '__usher_at reauth/0' -a phone -d 'Prove again who is there, by a code to the account\'s phone.'
complete -c usher -n '__usher_at reauth/0' -a email-link -d 'Prove again who is there, by a mailed link.'
complete -c usher -n '__usher_at reauth/0' -a password -d 'Prove again who is there, by the account\'s password.'
complete -c usher -n '__usher_at reauth/0' -a idp -d 'Prove again who is there, by an identity provider\'s token.'
complete -c usher -n '__usher_at account/0' -a update -d 'Change the signed-in account\'s name, photo, address or password.'
complete -c usher -n '__usher_at account/0' -a refresh -d 'Ask the server for the account again, and renew the token.'
complete -c usher -n '__usher_at account/0' -a delete -d 'Delete the signed-in account at the server.'
complete -c usher -n '__usher_at session/0' -a list -d 'List the people who are signed in here.'
complete -c usher -n '__usher_at session/0' -a use -d 'Choose the session that commands use without --as.'
complete -c usher -n '__usher_at session/0' -a export -d 'Write a session to a file that only you can read, for another machine.'
complete -c usher -n '__usher_at session/0' -a import -d 'Take a session that session export wrote.'
complete -c usher -n '__usher_at session/0' -a remove -d 'Forget a session and what is pending for it.'
complete -c usher -n '__usher_at pending/0' -a list -d 'List the steps that wait for a code or a link.'
complete -c usher -n '__usher_at pending/0' -a drop -d 'Forget the steps that wait for a code or a link, or one of them.'
complete -c usher -n '__usher_at profile/0' -a list -d 'List the profiles.'
complete -c usher -n '__usher_at profile/0' -a show -d 'Show what a profile binds together.'
complete -c usher -n '__usher_at profile/0' -a use -d 'Select the profile that commands use when nothing else names one.'
complete -c usher -n '__usher_at profile/0' -a set -d 'Change a setting of the profile in use.'
complete -c usher -n '__usher_at profile/0' -a rename -d 'Give a profile another name.'
complete -c usher -n '__usher_at profile/0' -a remove -d 'Forget a profile, its sessions and its pending steps.'
complete -c usher -n '__usher_at config/0' -a get -d 'Print what holds for a setting.'
complete -c usher -n '__usher_at config/0' -a set -d 'Set something once and for all, in your configuration file.'
complete -c usher -n '__usher_at config/0' -a unset -d 'Take a setting out of your configuration file.'
complete -c usher -n '__usher_at config/0' -a list -d 'List the settings and what holds for each.'
complete -c usher -n '__usher_at config/0' -a path -d 'Print where your configuration file is.'
complete -c usher -n '__usher_at local/0' -a outbox -d 'Show the messages that the local server "sent".'
complete -c usher -n '__usher_at local/0' -a test-number -d 'Fictional numbers of the local server.'
complete -c usher -n '__usher_at local/0' -a project -d 'The local project\'s configuration.'
complete -c usher -n '__usher_at local/0' -a reset -d 'Forget the local server\'s accounts, codes, messages and settings.'
complete -c usher -n '__usher_at \'local test-number/0\'' -a add -d 'Give the local server a fictional number with a fixed code.'
complete -c usher -n '__usher_at \'local test-number/0\'' -a list -d 'List the local server\'s fictional numbers.'
complete -c usher -n '__usher_at \'local test-number/0\'' -a remove -d 'Take a fictional number away from the local server.'
complete -c usher -n '__usher_at \'local project/0\'' -a get -d 'Show the local project\'s configuration, as Google\'s admin API names it.'
complete -c usher -n '__usher_at \'local project/0\'' -a set -d 'Change the local project\'s configuration.'
complete -c usher -n '__usher_at \'local project/0\'' -a enable -d 'Allow a way in at the local project.'
complete -c usher -n '__usher_at \'local project/0\'' -a disable -d 'Forbid a way in at the local project.'
complete -c usher -s p -l profile -r -f -d 'Use the endpoint and project of this profile.'
complete -c usher -l as -r -f -d 'Act as the session of this name.'
complete -c usher -s P -l project -r -f -d 'Use this project id.'
complete -c usher -l tenant -r -f -d 'Use this tenant of the project.'
complete -c usher -l endpoint -r -f -d 'Talk to the embedded server (local), to Google (production), or to a server\'s URL.'
complete -c usher -l language -r -f -d 'Ask for messages in this language, like es or pt-BR.'
complete -c usher -l json -d 'Print one JSON object; never ask anything.'
complete -c usher -l field -r -f -d 'Print one value of the JSON result, like account.uid.'
complete -c usher -s q -l quiet -d 'Print results and errors only.'
complete -c usher -l no-input -d 'Never ask anything; a missing input is an error.'
complete -c usher -l no-store -d 'Keep no session and no step on the disk; the embedded server still keeps its own.'
complete -c usher -l yes -d 'Answer yes where a command asks before it destroys something.'
complete -c usher -l timeout -r -f -d 'Give up after this time, not counting a person\'s; 60s unless told.'
complete -c usher -l wait-limit -r -f -d 'Wait this long for a person to answer; 10m for a code unless told.'
complete -c usher -l cacert -r -F -d 'Trust the certificates in this file.'
complete -c usher -l proxy -r -f -d 'Send requests through this proxy; never to loopback.'
complete -c usher -l app-check-token-file -r -F -d 'Send the App Check token in this file along; - is standard input.'
complete -c usher -s h -l help -d 'Show help for the command.'
complete -c usher -l version -d 'Show the version.'
complete -c usher -n '__usher_at \'verify-phone/*\'' -l resend -d 'Send another code; without NUMBER, to the number that waits for one.'
complete -c usher -n '__usher_at \'verify-phone/*\'' -l wait-resend -d 'With --resend, wait until another code may be sent.'
complete -c usher -n '__usher_at \'verify-phone/*\'' -l link -d 'Make the number another way in to the account that is signed in.'
complete -c usher -n '__usher_at \'verify-phone/*\'' -l update -d 'Make the number the account\'s, in place of its present one.'
complete -c usher -n '__usher_at \'verify-phone/*\'' -l reauth -d 'Prove again that the person of the session is there.'
complete -c usher -n '__usher_at \'verify-phone/*\'' -l no-wait -d 'Do not ask for the code now.'
complete -c usher -n '__usher_at \'verify-phone/*\'' -l code-file -r -F -d 'Read the code from this file; - is standard input.'
complete -c usher -n '__usher_at \'verify-phone/*\'' -l code-command -r -f -d 'Run this; its first line of output is the code.'
complete -c usher -n '__usher_at \'confirm-code/*\'' -l pending -r -f -d 'Finish this pending step, not the only one.'
complete -c usher -n '__usher_at \'confirm-code/*\'' -l verification-id -r -f -d 'Sign in with this verification, even one that is not saved here.'
complete -c usher -n '__usher_at \'confirm-code/*\'' -l code-file -r -F -d 'Read the code from this file; - is standard input.'
complete -c usher -n '__usher_at \'confirm-code/*\'' -l code-command -r -f -d 'Run this; its first line of output is the code.'
complete -c usher -n '__usher_at \'send-link/*\'' -l purpose -r -f -a 'signin verify-email reset-password change-email' -d 'What the link does; signin unless told.'
complete -c usher -n '__usher_at \'send-link/*\'' -l link -d 'Make the address another way in to the account that is signed in.'
complete -c usher -n '__usher_at \'send-link/*\'' -l reauth -d 'Prove again that the signed-in person is there.'
complete -c usher -n '__usher_at \'send-link/*\'' -l wait -d 'Wait until the link is opened in a browser on this machine, and finish.'
complete -c usher -n '__usher_at \'send-link/*\'' -l listen -r -f -d 'With --wait, serve the page here; 127.0.0.1 and any port unless told.'
complete -c usher -n '__usher_at \'send-link/*\'' -l page-host -r -f -d 'With --wait, the name by which the browser reaches the page.'
complete -c usher -n '__usher_at \'send-link/*\'' -l resend -d 'Send another; without EMAIL, to the address that waits for one.'
complete -c usher -n '__usher_at \'send-link/*\'' -l continue-url -r -f -d 'Lead here afterwards; the root of the project\'s auth domain unless told.'
complete -c usher -n '__usher_at \'send-link/*\'' -l link-domain -r -f -d 'Use this Hosting domain of the project for the link.'
complete -c usher -n '__usher_at \'send-link/*\'' -l ios-bundle-id -r -f -d 'Let this iOS app open the link.'
complete -c usher -n '__usher_at \'send-link/*\'' -l android-package -r -f -d 'Let this Android app open the link.'
complete -c usher -n '__usher_at \'send-link/*\'' -l android-minimum-version -r -f -d 'Want at least this version of the Android app.'
complete -c usher -n '__usher_at \'send-link/*\'' -l android-install-if-not-available -d 'Offer to install the Android app where it is missing.'
complete -c usher -n '__usher_at \'complete-link/*\'' -l email -r -f -d 'The address that the link was sent to.'
complete -c usher -n '__usher_at \'complete-link/*\'' -l pending -r -f -d 'Finish this pending step.'
complete -c usher -n '__usher_at \'complete-link/*\'' -l link-command -r -f -d 'Run this; its first line is the link.'
complete -c usher -n '__usher_at \'complete-link/*\'' -l new-password-file -r -F -d 'Read the new password from this file; - is standard input.'
complete -c usher -n '__usher_at \'signout/*\'' -l all -d 'End every session at this endpoint and project.'
complete -c usher -n '__usher_at \'signout/*\'' -l keep-pending -d 'Keep the steps that wait for a code.'
complete -c usher -n '__usher_at \'signin phone/*\'' -l resend -d 'Send another code; without NUMBER, to the number that waits for one.'
complete -c usher -n '__usher_at \'signin phone/*\'' -l wait-resend -d 'With --resend, wait until another code may be sent.'
complete -c usher -n '__usher_at \'signin phone/*\'' -l link -d 'Make the number another way in to the account that is signed in.'
complete -c usher -n '__usher_at \'signin phone/*\'' -l update -d 'Make the number the account\'s, in place of its present one.'
complete -c usher -n '__usher_at \'signin phone/*\'' -l reauth -d 'Prove again that the person of the session is there.'
complete -c usher -n '__usher_at \'signin phone/*\'' -l no-wait -d 'Do not ask for the code now.'
complete -c usher -n '__usher_at \'signin phone/*\'' -l code-file -r -F -d 'Read the code from this file; - is standard input.'
complete -c usher -n '__usher_at \'signin phone/*\'' -l code-command -r -f -d 'Run this; its first line of output is the code.'
complete -c usher -n '__usher_at \'signin email-link/*\'' -l purpose -r -f -a 'signin verify-email reset-password change-email' -d 'What the link does; signin unless told.'
complete -c usher -n '__usher_at \'signin email-link/*\'' -l link -d 'Make the address another way in to the account that is signed in.'
complete -c usher -n '__usher_at \'signin email-link/*\'' -l reauth -d 'Prove again that the signed-in person is there.'
complete -c usher -n '__usher_at \'signin email-link/*\'' -l wait -d 'Wait until the link is opened in a browser on this machine, and finish.'
complete -c usher -n '__usher_at \'signin email-link/*\'' -l listen -r -f -d 'With --wait, serve the page here; 127.0.0.1 and any port unless told.'
complete -c usher -n '__usher_at \'signin email-link/*\'' -l page-host -r -f -d 'With --wait, the name by which the browser reaches the page.'
complete -c usher -n '__usher_at \'signin email-link/*\'' -l resend -d 'Send another; without EMAIL, to the address that waits for one.'
complete -c usher -n '__usher_at \'signin email-link/*\'' -l continue-url -r -f -d 'Lead here afterwards; the root of the project\'s auth domain unless told.'
complete -c usher -n '__usher_at \'signin email-link/*\'' -l link-domain -r -f -d 'Use this Hosting domain of the project for the link.'
complete -c usher -n '__usher_at \'signin email-link/*\'' -l ios-bundle-id -r -f -d 'Let this iOS app open the link.'
complete -c usher -n '__usher_at \'signin email-link/*\'' -l android-package -r -f -d 'Let this Android app open the link.'
complete -c usher -n '__usher_at \'signin email-link/*\'' -l android-minimum-version -r -f -d 'Want at least this version of the Android app.'
complete -c usher -n '__usher_at \'signin email-link/*\'' -l android-install-if-not-available -d 'Offer to install the Android app where it is missing.'
complete -c usher -n '__usher_at \'signin password/*\'' -l email -r -f -d 'The account\'s address.'
complete -c usher -n '__usher_at \'signin password/*\'' -l password-file -r -F -d 'Read the password from this file; - is standard input.'
complete -c usher -n '__usher_at \'signin password/*\'' -l password-stdin -d 'Read the password from standard input.'
complete -c usher -n '__usher_at \'signin custom-token/*\'' -l token-file -r -F -d 'Read the token here; - is standard input.'
complete -c usher -n '__usher_at \'signin custom-token/*\'' -l uid -r -f -d 'Make a token for this account; it need not exist.'
complete -c usher -n '__usher_at \'signin custom-token/*\'' -l claims -r -f -d 'Claims for the session\'s ID tokens, a JSON object.'
complete -c usher -n '__usher_at \'signin custom-token/*\'' -l service-account -r -F -d 'Sign with this service account\'s key file.'
complete -c usher -n '__usher_at \'signin idp/*\'' -l id-token-file -r -F -d 'Read the provider\'s ID token here; - is standard input.'
complete -c usher -n '__usher_at \'signin idp/*\'' -l access-token-file -r -F -d 'Read the provider\'s access token here; - is standard input.'
complete -c usher -n '__usher_at \'signin idp/*\'' -l nonce-file -r -F -d 'Read the nonce here that the ID token was asked for with.'
complete -c usher -n '__usher_at \'signup/*\'' -l email -r -f -d 'The new account\'s address.'
complete -c usher -n '__usher_at \'signup/*\'' -l password-file -r -F -d 'Read the password from this file; - is standard input.'
complete -c usher -n '__usher_at \'signup/*\'' -l password-stdin -d 'Read the password from standard input.'
complete -c usher -n '__usher_at \'link phone/*\'' -l resend -d 'Send another code; without NUMBER, to the number that waits for one.'
complete -c usher -n '__usher_at \'link phone/*\'' -l wait-resend -d 'With --resend, wait until another code may be sent.'
complete -c usher -n '__usher_at \'link phone/*\'' -l link -d 'Make the number another way in to the account that is signed in.'
complete -c usher -n '__usher_at \'link phone/*\'' -l update -d 'Make the number the account\'s, in place of its present one.'
complete -c usher -n '__usher_at \'link phone/*\'' -l reauth -d 'Prove again that the person of the session is there.'
complete -c usher -n '__usher_at \'link phone/*\'' -l no-wait -d 'Do not ask for the code now.'
complete -c usher -n '__usher_at \'link phone/*\'' -l code-file -r -F -d 'Read the code from this file; - is standard input.'
complete -c usher -n '__usher_at \'link phone/*\'' -l code-command -r -f -d 'Run this; its first line of output is the code.'
complete -c usher -n '__usher_at \'link email-link/*\'' -l purpose -r -f -a 'signin verify-email reset-password change-email' -d 'What the link does; signin unless told.'
complete -c usher -n '__usher_at \'link email-link/*\'' -l link -d 'Make the address another way in to the account that is signed in.'
complete -c usher -n '__usher_at \'link email-link/*\'' -l reauth -d 'Prove again that the signed-in person is there.'
complete -c usher -n '__usher_at \'link email-link/*\'' -l wait -d 'Wait until the link is opened in a browser on this machine, and finish.'
complete -c usher -n '__usher_at \'link email-link/*\'' -l listen -r -f -d 'With --wait, serve the page here; 127.0.0.1 and any port unless told.'
complete -c usher -n '__usher_at \'link email-link/*\'' -l page-host -r -f -d 'With --wait, the name by which the browser reaches the page.'
complete -c usher -n '__usher_at \'link email-link/*\'' -l resend -d 'Send another; without EMAIL, to the address that waits for one.'
complete -c usher -n '__usher_at \'link email-link/*\'' -l continue-url -r -f -d 'Lead here afterwards; the root of the project\'s auth domain unless told.'
complete -c usher -n '__usher_at \'link email-link/*\'' -l link-domain -r -f -d 'Use this Hosting domain of the project for the link.'
complete -c usher -n '__usher_at \'link email-link/*\'' -l ios-bundle-id -r -f -d 'Let this iOS app open the link.'
complete -c usher -n '__usher_at \'link email-link/*\'' -l android-package -r -f -d 'Let this Android app open the link.'
complete -c usher -n '__usher_at \'link email-link/*\'' -l android-minimum-version -r -f -d 'Want at least this version of the Android app.'
complete -c usher -n '__usher_at \'link email-link/*\'' -l android-install-if-not-available -d 'Offer to install the Android app where it is missing.'
complete -c usher -n '__usher_at \'link password/*\'' -l email -r -f -d 'The address; the account\'s own unless told.'
complete -c usher -n '__usher_at \'link password/*\'' -l password-file -r -F -d 'Read the password from this file; - is standard input.'
complete -c usher -n '__usher_at \'link password/*\'' -l password-stdin -d 'Read the password from standard input.'
complete -c usher -n '__usher_at \'link idp/*\'' -l id-token-file -r -F -d 'Read the provider\'s ID token here; - is standard input.'
complete -c usher -n '__usher_at \'link idp/*\'' -l access-token-file -r -F -d 'Read the provider\'s access token here; - is standard input.'
complete -c usher -n '__usher_at \'link idp/*\'' -l nonce-file -r -F -d 'Read the nonce here that the ID token was asked for with.'
complete -c usher -n '__usher_at \'reauth phone/*\'' -l resend -d 'Send another code; without NUMBER, to the number that waits for one.'
complete -c usher -n '__usher_at \'reauth phone/*\'' -l wait-resend -d 'With --resend, wait until another code may be sent.'
complete -c usher -n '__usher_at \'reauth phone/*\'' -l link -d 'Make the number another way in to the account that is signed in.'
complete -c usher -n '__usher_at \'reauth phone/*\'' -l update -d 'Make the number the account\'s, in place of its present one.'
complete -c usher -n '__usher_at \'reauth phone/*\'' -l reauth -d 'Prove again that the person of the session is there.'
complete -c usher -n '__usher_at \'reauth phone/*\'' -l no-wait -d 'Do not ask for the code now.'
complete -c usher -n '__usher_at \'reauth phone/*\'' -l code-file -r -F -d 'Read the code from this file; - is standard input.'
complete -c usher -n '__usher_at \'reauth phone/*\'' -l code-command -r -f -d 'Run this; its first line of output is the code.'
complete -c usher -n '__usher_at \'reauth email-link/*\'' -l purpose -r -f -a 'signin verify-email reset-password change-email' -d 'What the link does; signin unless told.'
complete -c usher -n '__usher_at \'reauth email-link/*\'' -l link -d 'Make the address another way in to the account that is signed in.'
complete -c usher -n '__usher_at \'reauth email-link/*\'' -l reauth -d 'Prove again that the signed-in person is there.'
complete -c usher -n '__usher_at \'reauth email-link/*\'' -l wait -d 'Wait until the link is opened in a browser on this machine, and finish.'
complete -c usher -n '__usher_at \'reauth email-link/*\'' -l listen -r -f -d 'With --wait, serve the page here; 127.0.0.1 and any port unless told.'
complete -c usher -n '__usher_at \'reauth email-link/*\'' -l page-host -r -f -d 'With --wait, the name by which the browser reaches the page.'
complete -c usher -n '__usher_at \'reauth email-link/*\'' -l resend -d 'Send another; without EMAIL, to the address that waits for one.'
complete -c usher -n '__usher_at \'reauth email-link/*\'' -l continue-url -r -f -d 'Lead here afterwards; the root of the project\'s auth domain unless told.'
complete -c usher -n '__usher_at \'reauth email-link/*\'' -l link-domain -r -f -d 'Use this Hosting domain of the project for the link.'
complete -c usher -n '__usher_at \'reauth email-link/*\'' -l ios-bundle-id -r -f -d 'Let this iOS app open the link.'
complete -c usher -n '__usher_at \'reauth email-link/*\'' -l android-package -r -f -d 'Let this Android app open the link.'
complete -c usher -n '__usher_at \'reauth email-link/*\'' -l android-minimum-version -r -f -d 'Want at least this version of the Android app.'
complete -c usher -n '__usher_at \'reauth email-link/*\'' -l android-install-if-not-available -d 'Offer to install the Android app where it is missing.'
complete -c usher -n '__usher_at \'reauth password/*\'' -l password-file -r -F -d 'Read the password from this file; - is standard input.'
complete -c usher -n '__usher_at \'reauth password/*\'' -l password-stdin -d 'Read the password from standard input.'
complete -c usher -n '__usher_at \'reauth idp/*\'' -l id-token-file -r -F -d 'Read the provider\'s ID token here; - is standard input.'
complete -c usher -n '__usher_at \'reauth idp/*\'' -l access-token-file -r -F -d 'Read the provider\'s access token here; - is standard input.'
complete -c usher -n '__usher_at \'reauth idp/*\'' -l nonce-file -r -F -d 'Read the nonce here that the ID token was asked for with.'
complete -c usher -n '__usher_at \'account update/*\'' -l display-name -r -f -d 'The name that is shown.'
complete -c usher -n '__usher_at \'account update/*\'' -l photo-url -r -f -d 'The address of a picture.'
complete -c usher -n '__usher_at \'account update/*\'' -l email -r -f -d 'The new address, where the project lets it change unproved.'
complete -c usher -n '__usher_at \'account update/*\'' -l delete-attribute -r -f -a 'display-name photo-url' -d 'Clear the name or the photo.'
complete -c usher -n '__usher_at \'account update/*\'' -l password-file -r -F -d 'Read the password from this file; - is standard input.'
complete -c usher -n '__usher_at \'account update/*\'' -l password-stdin -d 'Read the password from standard input.'
complete -c usher -n '__usher_at \'whoami/*\'' -l claims -d 'Show the ID token\'s claims too.'
complete -c usher -n '__usher_at \'status/*\'' -l all -d 'Show every endpoint and project that something is saved for.'
complete -c usher -n '__usher_at \'token/*\'' -l min-ttl -r -f -d 'Renew unless the token lives this long; 5m unless told.'
complete -c usher -n '__usher_at \'token/*\'' -l refresh -d 'Renew in any case.'
complete -c usher -n '__usher_at \'token/*\'' -l format -r -f -a 'raw header json' -d 'Print the token bare, as a header line, or as JSON.'
complete -c usher -n '__usher_at \'token/*\'' -s H -l header -d 'The same as --format header.'
complete -c usher -n '__usher_at \'token/*\'' -l claims -d 'Print what the token says instead.'
complete -c usher -n '__usher_at \'token/*\'' -l verify -d 'Check the signature with the endpoint\'s published keys first.'
complete -c usher -n '__usher_at \'session export/0\'' -F
complete -c usher -n '__usher_at \'session import/0\'' -F
complete -c usher -n '__usher_at \'init/*\'' -l app -r -f -d 'The app to take where the file speaks of several, by package name or app id.'
complete -c usher -n '__usher_at \'init/*\'' -l name -r -f -d 'Name the profile; the project\'s id unless told.'
complete -c usher -n '__usher_at init/0' -F
complete -c usher -n '__usher_at \'profile set/0\'' -f -a 'endpoint project api-key tenant app-id bundle-id android-package android-certificate referer client-id reversed-client-id auth-domain app-verification language'
complete -c usher -n '__usher_at \'config get/*\'' -l origin -d 'Say also where it comes from.'
complete -c usher -n '__usher_at \'config get/0\'' -f -a 'output language timeout wait_limit no_input browser cacert proxy'
complete -c usher -n '__usher_at \'config set/0\'' -f -a 'output language timeout wait_limit no_input browser cacert proxy'
complete -c usher -n '__usher_at \'config unset/0\'' -f -a 'output language timeout wait_limit no_input browser cacert proxy'
complete -c usher -n '__usher_at \'config list/*\'' -l origin -d 'Say also where each comes from.'
complete -c usher -n '__usher_at \'config path/*\'' -l origin -d 'Print the system\'s files too, and say whose each is.'
complete -c usher -n '__usher_at \'doctor/*\'' -l offline -d 'Ask no server.'
complete -c usher -n '__usher_at \'serve/*\'' -l port -r -f -d 'Listen on this port, 9099 unless told; 0 is any free one.'
complete -c usher -n '__usher_at \'serve/*\'' -l host -r -f -d 'Listen on this IP address, 127.0.0.1 unless told.'
complete -c usher -n '__usher_at \'serve/*\'' -l allow-host -r -f -d 'Answer requests addressed to this name too.'
complete -c usher -n '__usher_at \'serve/*\'' -l data -r -F -d 'Keep everything in this file; :memory: keeps nothing.'
complete -c usher -n '__usher_at \'serve/*\'' -l policy -r -f -a 'emulator strict' -d 'Behave like Firebase\'s emulator, or strictly like production.'
complete -c usher -n '__usher_at \'serve/*\'' -l policy-set -r -f -d 'Change one setting of the policy.'
complete -c usher -n '__usher_at \'serve/*\'' -l print-policy -d 'Print the policy, with the source of each setting, and end.'
complete -c usher -n '__usher_at \'serve/*\'' -l unsigned-tokens -d 'Leave ID tokens unsigned, as Firebase\'s emulator does.'
complete -c usher -n '__usher_at \'serve/*\'' -l owner-token-file -r -F -d 'Take the token in this file for the owner\'s; without it, Bearer owner does.'
complete -c usher -n '__usher_at serve/--0' -F -a '(__fish_complete_command)'
complete -c usher -n '__usher_at \'serve/--*\'' -F
complete -c usher -n '__usher_at \'local outbox/*\'' -l phone -r -f -d 'Only messages to this number.'
complete -c usher -n '__usher_at \'local outbox/*\'' -l email -r -f -d 'Only messages to this address.'
complete -c usher -n '__usher_at \'local outbox/*\'' -l latest -d 'Only the newest, its parts at the top of the JSON result.'
complete -c usher -n '__usher_at \'local outbox/*\'' -l wait -r -f -d 'Wait this long for a message to come.'
complete -c usher -n '__usher_at \'local project enable/0\'' -f -a 'phone password email-link anonymous enumeration-protection'
complete -c usher -n '__usher_at \'local project disable/0\'' -f -a 'phone password email-link anonymous enumeration-protection'
