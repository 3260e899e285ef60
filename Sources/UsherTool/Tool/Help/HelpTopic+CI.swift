import CommandKit
import Essentials

extension HelpTopic {
  /// Recipes for CI. A test runs each of them.
  static let ciText = HelpText(
    prose: """
      In a job, usher asks nothing. If an input is missing, the exit status is 64, and the error names the \
      option. With CI set, you must name the endpoint, so that no job signs in to the local server by \
      accident. Replace ./run-tests.sh and $API_URL with your own.

      By phone, in any shell, on the local server, which always has this fictional number:

        export USHER_ENDPOINT=local
        usher verify-phone +16505553434 --code-command 'echo 654321'
        usher exec -- ./run-tests.sh
        usher curl -- -fsS "$API_URL/me"

      exec runs your program with a valid ID token in FIREBASE_ID_TOKEN; curl sends the token in a header. Neither \
      shows it on a command line.
      """,
    details: [
      .init(
        "password", "With a password.",
        prose: """
          By password, from the variable USHER_PASSWORD:

            export USHER_ENDPOINT=local
            usher signup --no-input --email test@example.com
            usher exec -- ./run-tests.sh
          """),
      .init(
        "factors", "With a second factor, or a passkey.",
        prose: """
          With a second factor, from its enrollment to the sign-in:

            export USHER_ENDPOINT=local
            usher signup --no-input --email test@example.com
            usher send-link --purpose verify-email
            usher local outbox --email test@example.com --latest --field link |
              usher complete-link -
            code='usher mfa code --secret-file totp.txt'
            usher mfa enroll totp --secret-file totp.txt --code-command "$code"
            usher signin password test@example.com --totp-secret-file totp.txt
            usher token --claims | jq -e '.firebase.sign_in_second_factor == "totp"'

          With --code-command, another program answers an SMS. Without an answer, a sign-in with a second factor ends \
          with status 3. The next steps are mfa challenge and confirm-code.

          With a passkey, whose file several jobs can use at the same time:

            export USHER_ENDPOINT=local
            usher signin anonymous
            usher passkey enroll --key-file passkey.json
            usher signin passkey --key-file passkey.json
          """),
      .init(
        "providers", "As a user of an identity provider.",
        prose: """
          As a user of an identity provider, without a browser. On the local server --identity says who signs in:

            export USHER_ENDPOINT=local
            usher signin idp google --identity test@example.com
            usher exec -- ./run-tests.sh

          A real project takes the provider's own token, from a file or a pipe. In GitHub Actions, the job's ID token can \
          sign in. The project then needs an OpenID Connect provider oidc.github. Its issuer is \
          https://token.actions.githubusercontent.com, and its client ID is the audience:

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
                      curl -fsS "$ACTIONS_ID_TOKEN_REQUEST_URL&audience=usher" \\
                        -H "Authorization: bearer $ACTIONS_ID_TOKEN_REQUEST_TOKEN" |
                        jq -j .value | usher signin idp oidc.github --id-token-file -
                  - run: usher curl -- -fsS "$API_URL/me"
          """),
      .init(
        "github", "GitHub Actions, and a server for your tests.",
        prose: """
          To run a server for your app's SDKs during the tests:

            usher serve --port 0 -- ./run-tests.sh

          On GitHub, the action OWNER/usher/Packaging/action@v0 installs a release by its checksum and starts serve. It sets \
          USHER_ENDPOINT and FIREBASE_AUTH_EMULATOR_HOST for the next steps. In GitLab, extend .usher-serve of \
          Packaging/gitlab-ci.yml. We have not tried either on the real runners.

          Without a server, in GitHub Actions:

            jobs:
              test:
                runs-on: ubuntu-latest
                env:
                  USHER_ENDPOINT: local
                steps:
                  - uses: actions/checkout@v4
                  - uses: OWNER/usher/Packaging/action@v0
                    with:
                      serve: false
                  - run: usher verify-phone +16505553434 --code-command 'echo 654321'
                  - run: usher exec -- ./run-tests.sh
                  - id: usher
                    run: usher token --format github
                  - run: ./run-tests.sh
                    env:
                      FIREBASE_ID_TOKEN: ${{ steps.usher.outputs.token }}

          token --format github hides the token in the log, and makes it an output of the step. Steps that do not run \
          usher can use it.
          """),
      .init(
        "preview", "A preview of each pull request, signed in.",
        prose: """
          A page can sign users in only on hosts that the project authorizes. A job authorizes the preview's host, signs a \
          test user in, and gives the browser the session. The last step runs also if the job fails or is cancelled. Many \
          jobs can run at once, each with a host of its own. A new run for the same pull request waits for the last one.

            jobs:
              preview:
                runs-on: ubuntu-latest
                concurrency: preview-${{ github.event.number }}
                env:
                  USHER_PROJECT: ${{ vars.USHER_PROJECT }}
                  USHER_API_KEY: ${{ secrets.USHER_API_KEY }}
                  USHER_PASSWORD: ${{ secrets.USHER_PASSWORD }}
                  PREVIEW: https://pr-${{ github.event.number }}.preview.example.com
                steps:
                  - uses: actions/checkout@v4
                  - uses: OWNER/usher/Packaging/action@v0
                    with:
                      serve: false
                  - uses: google-github-actions/auth@v2
                    with:
                      credentials_json: ${{ secrets.GOOGLE_CREDENTIALS }}
                  - run: usher project domain add "$PREVIEW" --yes
                  - run: |
                      umask 077
                      usher signin password test@example.com
                      usher token --format playwright --origin "$PREVIEW" \\
                        --app-key "$USHER_API_KEY" > state.json
                  - run: ./run-tests.sh state.json
                  - if: always()
                    run: usher project domain remove "$PREVIEW" --yes

          The credential needs the role Firebase Authentication Admin. In Playwright, state.json is the storageState. The \
          test user's other sessions stay signed in.

          If you use the action of help ci github, its input domain does the first step and the last: it removes the host \
          when the job ends. Set serve to false, so that the job goes to the real project.
          """),
      .init(
        "gitlab", "GitLab CI.",
        prose: """
          In GitLab CI:

            test:
              variables:
                USHER_ENDPOINT: local
              script:
                - usher verify-phone +16505553434 --code-command 'echo 654321'
                - usher exec -- ./run-tests.sh
                - usher curl -- -fsS "$API_URL/me"
          """),
      .init(
        "project", "A real project, and saved sessions.",
        prose: """
          On a real project, for a user with a password and an authenticator app. Take the secret from mfa enroll \
          totp --secret-file:

            jobs:
              staging:
                runs-on: ubuntu-latest
                env:
                  USHER_PROJECT: ${{ vars.USHER_PROJECT }}
                  USHER_API_KEY: ${{ secrets.USHER_API_KEY }}
                  USHER_PASSWORD: ${{ secrets.USHER_PASSWORD }}
                steps:
                  - run: |
                      printf '%s' "$TOTP_SECRET" |
                        usher signin password kim@example.com --totp-secret-file -
                    env:
                      TOTP_SECRET: ${{ secrets.TOTP_SECRET }}
                  - run: usher curl -- -fsS "$API_URL/me"

          To use a saved session, export it on your machine:

            usher session export - | gh secret set SESSION

          In the job, from a variable that only jobs can read:

            staging:
              script:
                - printf '%s' "$SESSION" | usher session import -
                - usher curl -- -fsS "$API_URL/me"

          usher needs USHER_PROJECT and USHER_API_KEY for the session. With a session file, it needs neither, \
          because the file contains endpoint, project and key. In GitLab, use a variable USHER_SESSION_FILE of the \
          type File. On GitHub:

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

          A session of the local server also needs USHER_ENDPOINT=local.
          """),
    ])
}
