import CommandKit

extension HelpTopic {
  /// Recipes, each of which a test runs.
  static let ciText = HelpText(
    prose: """
      In a job nothing is asked: a missing input is exit status 64, and the error names the option. With CI set the \
      endpoint has to be named, so that no job signs in to the embedded server by accident. Below, ./run-tests.sh and \
      $API_URL stand for what is yours.

      In any shell, on the embedded server: by phone, with the fictional number that is always there.

        export USHER_ENDPOINT=local
        usher verify-phone +16505553434 --code-command 'echo 654321'
        usher exec -- ./run-tests.sh
        usher curl -- -fsS "$API_URL/me"

      exec runs your program with a valid ID token in FIREBASE_ID_TOKEN; curl sends the token in a header. Neither \
      shows it on a command line. By password, which USHER_PASSWORD holds:

        export USHER_ENDPOINT=local
        usher signup --no-input --email test@example.com
        usher exec -- ./run-tests.sh

      With a second factor, from its enrollment to the sign-in:

        export USHER_ENDPOINT=local
        usher signup --no-input --email test@example.com
        usher send-link --purpose verify-email
        usher local outbox --email test@example.com --latest --field link | usher complete-link -
        usher mfa enroll totp --secret-file totp.txt --code-command 'usher mfa code --secret-file totp.txt'
        usher signin password --email test@example.com --totp-secret-file totp.txt
        usher token --claims | jq -e '.firebase.sign_in_second_factor == "totp"'

      As a user of an identity provider, without a browser. On the embedded server --identity says who signs in:

        export USHER_ENDPOINT=local
        usher signin idp google --identity test@example.com
        usher exec -- ./run-tests.sh

      A real project takes the provider's own token, from a file or a pipe. The job's ID token at GitHub signs in where \
      the project has an OpenID Connect provider oidc.github with the issuer \
      https://token.actions.githubusercontent.com and the client ID that the audience names:

        jobs:
          staging:
            runs-on: ubuntu-latest
            permissions:
              id-token: write
              contents: read
            env:
              USHER_PROJECT: ${{ vars.USHER_PROJECT }}
              USHER_API_KEY: ${{ secrets.USHER_API_KEY }}
            steps:
              - run: |
                  curl -fsS -H "Authorization: bearer $ACTIONS_ID_TOKEN_REQUEST_TOKEN" \\
                    "$ACTIONS_ID_TOKEN_REQUEST_URL&audience=usher" | jq -j .value |
                    usher signin idp oidc.github --id-token-file -
              - run: usher curl -- -fsS "$API_URL/me"

      For your app's SDKs, a server that lasts as long as the tests:

        usher serve --port 0 -- ./run-tests.sh

      To install it: on GitHub, uses: OWNER/usher/Packaging/action@v0 installs a release by its checksum, \
      starts serve, and sets USHER_ENDPOINT and FIREBASE_AUTH_EMULATOR_HOST for the steps that follow; in GitLab, extends: \
      .usher-serve of Packaging/gitlab-ci.yml does the same. Neither has been tried on GitHub's or GitLab's own runners. \
      Without a server, in GitHub Actions:

        jobs:
          test:
            runs-on: ubuntu-latest
            env:
              USHER_ENDPOINT: local
            steps:
              - uses: actions/checkout@v4
              - run: usher verify-phone +16505553434 --code-command 'echo 654321'
              - run: usher exec -- ./run-tests.sh
              - id: usher
                run: usher token --format github
              - run: ./run-tests.sh
                env:
                  FIREBASE_ID_TOKEN: ${{ steps.usher.outputs.token }}

      token --format github hides the token in the log and makes it an output of the step, for steps that do not run \
      usher. GitLab CI:

        test:
          variables:
            USHER_ENDPOINT: local
          script:
            - usher verify-phone +16505553434 --code-command 'echo 654321'
            - usher exec -- ./run-tests.sh
            - usher curl -- -fsS "$API_URL/me"

      Against a real project, a user with a password and an authenticator app, whose secret is the one that mfa enroll \
      totp --secret-file wrote:

        jobs:
          staging:
            runs-on: ubuntu-latest
            env:
              USHER_PROJECT: ${{ vars.USHER_PROJECT }}
              USHER_API_KEY: ${{ secrets.USHER_API_KEY }}
              USHER_PASSWORD: ${{ secrets.USHER_PASSWORD }}
            steps:
              - run: printf '%s' "$TOTP_SECRET" | usher signin password --email kim@example.com --totp-secret-file -
                env:
                  TOTP_SECRET: ${{ secrets.TOTP_SECRET }}
              - run: usher curl -- -fsS "$API_URL/me"

      Or hand a session over. On your machine:

        usher session export - | gh secret set SESSION

      In the job, from a variable that only jobs can read:

        staging:
          script:
            - printf '%s' "$SESSION" | usher session import -
            - usher curl -- -fsS "$API_URL/me"

      USHER_PROJECT and USHER_API_KEY say where it belongs. A file needs neither, as it knows its endpoint, project \
      and key: in GitLab a variable USHER_SESSION_FILE of the type File is all it takes, and on GitHub:

        jobs:
          staging:
            runs-on: ubuntu-latest
            steps:
              - run: |
                  umask 077
                  printf '%s' "$SESSION" > "$RUNNER_TEMP/session.json"
                  echo "USHER_SESSION_FILE=$RUNNER_TEMP/session.json" >> "$GITHUB_ENV"
                env:
                  SESSION: ${{ secrets.SESSION }}
              - run: usher curl -- -fsS "$API_URL/me"

      A session of the embedded server needs USHER_ENDPOINT=local besides. --code-command has another program answer \
      for an SMS. Without an answer a sign-in with a second factor ends with status 3 and names the next step: mfa \
      challenge, then confirm-code.
      """)
}
