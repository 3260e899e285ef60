/// What `help` explains besides commands.
enum HelpTopic: String, CaseIterable {
  case environment
  case exitCodes = "exit-codes"
  case json, ci, files

  var text: String {
    switch self {
    case .environment: Self.environmentText
    case .exitCodes: Self.exitCodesText
    case .json: Self.jsonText
    case .ci: Self.ciText
    case .files: Self.filesText
    }
  }

  private static let exitCodesText = ExitCode.allCases.map { code in
    let number = String(code.rawValue)
    let name = code.name + String(repeating: " ", count: max(1, 18 - code.name.count))
    return String(repeating: " ", count: 5 - number.count) + number + "  " + name + code.meaning + "\n"
  }.joined()

  private static let environmentText = """
    USHER_ENDPOINT         local, production, or a server's URL
    USHER_PROJECT          the project's id
    USHER_API_KEY          the project's API key; alone it means production
    USHER_TENANT           the tenant
    USHER_SESSION          the session commands act as, like --as
    USHER_SESSION_FILE     a session that session export wrote; used, never changed
    USHER_ID_TOKEN         an ID token to use as it is
    USHER_REFRESH_TOKEN    a refresh token; needs the endpoint and the project named
    USHER_OWNER_TOKEN      a local server's owner token, if it has one
    USHER_LANGUAGE         the language of messages
    USHER_OUTPUT           json for --json everywhere
    USHER_NO_INPUT         set to ask nothing
    USHER_TIMEOUT          the machine's time, like 90s
    USHER_CACERT           a file of certificates to trust
    USHER_CONFIG_DIR       the folder for state and the embedded server's data
    FIREBASE_AUTH_EMULATOR_HOST   host:port of a local server
    CI                     set: nothing is asked, and the endpoint must be named
    http_proxy, https_proxy, all_proxy, no_proxy   never used for loopback

    A variable of usher's that is set but empty is an error: a missing secret must not lead elsewhere.
    --endpoint wins over USHER_ENDPOINT, that over FIREBASE_AUTH_EMULATOR_HOST, that over USHER_API_KEY.

    """

  private static let jsonText = """
    --json prints one object on one line: v, command, status, profile, endpoint, the result, warnings.
    status is ok, pending (a code is awaited), more_needed (exit 3) or error. Errors go to standard
    error, with code, exit, message, server_code, retry (never, same, new-input), retry_after (seconds),
    hint and next_step; standard output then stays empty. The exit status is the same without --json.
    next_step.argv is a complete command. Times are RFC 3339 in UTC. Fields may be added; v changes only
    when something breaks. --field a.b prints one value bare: an empty line for null, exit 1 where this
    result lacks the field, exit 64 where no result of the command can have it.

    """

  private static let ciText = """
    Name the endpoint: CI never ends at the embedded server by accident.

      export USHER_ENDPOINT=local
      usher verify-phone +16505553434 --code-file code.txt
      curl -H "$(usher token -H)" https://api.example.com/me

    Or hand a session over: usher session export ci.json on your machine, USHER_SESSION_FILE in the job.
    Against a server for several jobs: usher serve -- ./run-tests.sh

    """

  private static let filesText = """
    ~/.config/usher/state.json      sessions and pending steps; yours alone (0600)
    ~/.config/usher/*.lock          locks; empty, never removed
    ~/.local/share/usher/local.db   the embedded server's accounts and keys; yours alone

    XDG_CONFIG_HOME and XDG_DATA_HOME move them; USHER_CONFIG_DIR moves all of them to one folder.
    --no-store leaves no trace.

    """
}
