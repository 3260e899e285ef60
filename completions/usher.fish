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
            case '*:--as' '*:-P' '*:--project' '*:--tenant' '*:--endpoint' '*:--language' '*:--field' '*:--timeout' '*:--wait-limit' '*:--cacert' '*:--proxy' \
                    'verify-phone:--code-file' 'verify-phone:--code-command' \
                    'confirm-code:--pending' 'confirm-code:--verification-id' 'confirm-code:--code-file' 'confirm-code:--code-command' \
                    'token:--min-ttl' 'token:--format' \
                    'serve:--port' 'serve:--host' 'serve:--allow-host' 'serve:--data' 'serve:--policy' 'serve:--policy-set' 'serve:--owner-token-file' \
                    'local outbox:--phone' 'local outbox:--wait'
                set option $word
                continue
            case '*:-?*'
                continue
        end
        set -l next (string trim -- "$path $word")
        if contains -- "$next" verify-phone confirm-code signout whoami status token session 'session list' 'session use' 'session export' 'session import' 'session remove' pending 'pending list' 'pending drop' serve local 'local outbox' 'local test-number' 'local test-number add' 'local test-number list' 'local test-number remove' 'local reset' help version
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
complete -c usher -n '__usher_at /0' -a signout -d 'Forget a session on this machine.'
complete -c usher -n '__usher_at /0' -a whoami -d 'Show who is signed in, without asking the server.'
complete -c usher -n '__usher_at /0' -a status -d 'Show the sessions and pending steps here, and where commands go.'
complete -c usher -n '__usher_at /0' -a token -d 'Print a valid ID token, renewed if needed.'
complete -c usher -n '__usher_at /0' -a session -d 'Keep several people signed in side by side.'
complete -c usher -n '__usher_at /0' -a pending -d 'Steps that wait for a code or a link.'
complete -c usher -n '__usher_at /0' -a serve -d 'Run the local server over HTTP, for the SDKs of any language.'
complete -c usher -n '__usher_at /0' -a local -d 'Look into and steer the local server.'
complete -c usher -n '__usher_at /0' -a help -d 'Explain a command or a topic.'
complete -c usher -n '__usher_at /0' -a version -d 'Show the version.'
complete -c usher -n '__usher_at session/0' -a list -d 'List the people who are signed in here.'
complete -c usher -n '__usher_at session/0' -a use -d 'Choose the session that commands use without --as.'
complete -c usher -n '__usher_at session/0' -a export -d 'Write a session to a file that only you can read, for another machine.'
complete -c usher -n '__usher_at session/0' -a import -d 'Take a session that session export wrote.'
complete -c usher -n '__usher_at session/0' -a remove -d 'Forget a session and what is pending for it.'
complete -c usher -n '__usher_at pending/0' -a list -d 'List the steps that wait for a code or a link.'
complete -c usher -n '__usher_at pending/0' -a drop -d 'Forget the steps that wait for a code or a link, or one of them.'
complete -c usher -n '__usher_at local/0' -a outbox -d 'Show the messages that the local server "sent".'
complete -c usher -n '__usher_at local/0' -a test-number -d 'Fictional numbers of the local server.'
complete -c usher -n '__usher_at local/0' -a reset -d 'Forget the local server\'s accounts, codes, messages and settings.'
complete -c usher -n '__usher_at \'local test-number/0\'' -a add -d 'Give the local server a fictional number with a fixed code.'
complete -c usher -n '__usher_at \'local test-number/0\'' -a list -d 'List the local server\'s fictional numbers.'
complete -c usher -n '__usher_at \'local test-number/0\'' -a remove -d 'Take a fictional number away from the local server.'
complete -c usher -l as -r -f -d 'Act as the session of this name.'
complete -c usher -s P -l project -r -f -d 'Use this project id.'
complete -c usher -l tenant -r -f -d 'Use this tenant of the project.'
complete -c usher -l endpoint -r -f -d 'Talk to the embedded server (local), to Google (production), or to a server\'s URL.'
complete -c usher -l language -r -f -d 'Ask for messages in this language, like es or pt-BR.'
complete -c usher -l json -d 'Print one JSON object; never ask anything.'
complete -c usher -l field -r -f -d 'Print one value of the JSON result, like account.uid.'
complete -c usher -s q -l quiet -d 'Print results and errors only.'
complete -c usher -l no-input -d 'Never ask anything; a missing input is an error.'
complete -c usher -l no-store -d 'Leave no trace on the disk.'
complete -c usher -l yes -d 'Answer yes where a command asks before it destroys something.'
complete -c usher -l timeout -r -f -d 'Give up after this time, not counting a person\'s; 60s unless told.'
complete -c usher -l wait-limit -r -f -d 'Wait this long for a person to answer; 10m for a code unless told.'
complete -c usher -l cacert -r -F -d 'Trust the certificates in this file.'
complete -c usher -l proxy -r -f -d 'Send requests through this proxy; never to loopback.'
complete -c usher -s h -l help -d 'Show help for the command.'
complete -c usher -l version -d 'Show the version.'
complete -c usher -n '__usher_at \'verify-phone/*\'' -l resend -d 'Send another code; without NUMBER, to the number that waits for one.'
complete -c usher -n '__usher_at \'verify-phone/*\'' -l wait-resend -d 'With --resend, wait until another code may be sent.'
complete -c usher -n '__usher_at \'verify-phone/*\'' -l reauth -d 'Prove again that the person of the session is there.'
complete -c usher -n '__usher_at \'verify-phone/*\'' -l no-wait -d 'Do not ask for the code now.'
complete -c usher -n '__usher_at \'verify-phone/*\'' -l code-file -r -F -d 'Read the code from this file; - is standard input.'
complete -c usher -n '__usher_at \'verify-phone/*\'' -l code-command -r -f -d 'Run this; its first line of output is the code.'
complete -c usher -n '__usher_at \'confirm-code/*\'' -l pending -r -f -d 'Finish this pending step, not the only one.'
complete -c usher -n '__usher_at \'confirm-code/*\'' -l verification-id -r -f -d 'Sign in with this verification, even one that is not saved here.'
complete -c usher -n '__usher_at \'confirm-code/*\'' -l code-file -r -F -d 'Read the code from this file; - is standard input.'
complete -c usher -n '__usher_at \'confirm-code/*\'' -l code-command -r -f -d 'Run this; its first line of output is the code.'
complete -c usher -n '__usher_at \'signout/*\'' -l all -d 'End every session at this endpoint and project.'
complete -c usher -n '__usher_at \'signout/*\'' -l keep-pending -d 'Keep the steps that wait for a code.'
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
complete -c usher -n '__usher_at \'local outbox/*\'' -l latest -d 'Only the newest, its parts at the top of the JSON result.'
complete -c usher -n '__usher_at \'local outbox/*\'' -l wait -r -f -d 'Wait this long for a message to come.'
