package import CommandKit

/// What `help` explains besides commands.
package enum HelpTopic: String, CaseIterable {
  case options, environment
  case exitCodes = "exit-codes"
  case providers, json, ci, team, files, support

  package var text: HelpText {
    switch self {
    case .options: Self.optionsText
    case .environment: Self.environmentText
    case .exitCodes: Self.exitCodesText
    case .providers: Self.providersText
    case .json: Self.jsonText
    case .ci: Self.ciText
    case .team: Self.teamText
    case .files: Self.filesText
    case .support: Self.supportText
    }
  }

  private static var optionsText: HelpText {
    let tool = Tool.commands.description
    let kinds = tool.sharedOptions
    let shared = kinds.flatMap { heading, options in
      HelpText(options: options).terms.map { ($0.name, "\(heading). \($0.meaning)") }
    }
    let global = HelpText(options: tool.globals).terms.map { ($0.name, $0.meaning) }
    return HelpText(
      global + shared,
      prose: """
        Every command takes these options, before or after its words. Those that begin with the name of a kind, such as \
        "\(kinds.first?.heading ?? "")", belong to the commands whose help lists that kind.
        """)
  }

  private static let exitCodesText = HelpText(
    ExitCode.allCases.map { ("\($0.rawValue) \($0.name)", $0.meaning) },
    prose: """
      exec, curl and serve with a program of yours end with that program's status. 128 and a signal's number: \
      ended by that signal.
      """)

  private static let environmentText = HelpText(
    [
      ("USHER_PROFILE", "The profile, like -p."),
      ("USHER_ENDPOINT", "Where commands go: local, production, or a server's URL."),
      ("USHER_PROJECT", "The project's id."),
      ("USHER_API_KEY", "The project's API key; alone it means production."),
      ("USHER_TENANT", "The tenant."),
      ("USHER_SESSION", "The session to use, like --as."),
      ("USHER_SESSION_FILE", "A session that session export wrote; used, never changed."),
      ("USHER_ID_TOKEN", "An ID token to use as it is; it cannot be renewed."),
      ("USHER_REFRESH_TOKEN", "A refresh token; needs the endpoint and the project named."),
      ("USHER_PASSWORD_FILE", "A file with the password, like --password-file."),
      ("USHER_PASSWORD", "The password, if neither an option nor USHER_PASSWORD_FILE gives it."),
      ("USHER_OWNER_TOKEN", "A local server's owner token, if it has one."),
      ("USHER_LANGUAGE", "The language of the service's SMS and e-mails, like --language."),
      ("USHER_OUTPUT", "json, the same as --json everywhere; or text."),
      ("USHER_NO_INPUT", "If set, nothing is asked, like --no-input."),
      ("USHER_DEBUG", "If set, requests and answers are shown, like --debug."),
      ("GITHUB_OUTPUT", "The outputs of a workflow's step, for token --format github."),
      ("USHER_TIMEOUT", "How long a command may take, like --timeout 90s."),
      ("USHER_CACERT", "A file of certificates to trust."),
      ("USHER_BROWSER, BROWSER", "The program that opens pages."),
      ("USHER_CONFIG_DIR", "The folder for the state, the embedded server's data and the history."),
      ("FIREBASE_AUTH_EMULATOR_HOST", "A local server, as host:port."),
      ("GOOGLE_CLOUD_PROJECT, GCLOUD_PROJECT", "The project that serve serves by default."),
      (
        "FIREBASE_CONFIG",
        "Set by serve for its command, as the two names above it are: the project, for admin SDKs."
      ),
      (
        "LISTEN_PID, LISTEN_FDS, NOTIFY_SOCKET, JOURNAL_STREAM, CREDENTIALS_DIRECTORY",
        "Set by systemd for serve: its socket, whom to tell that it listens, its log, and the folder of its secrets."
      ),
      ("CI", "If set, nothing is asked, and the endpoint must be named."),
      ("COLUMNS", "The width of help."),
      ("USHER_COLOR", "When to use colour, like --color: auto, always or never."),
      ("NO_COLOR", "If set, no colour."),
      ("CLICOLOR_FORCE", "If set and not 0, colour where there is no terminal, too."),
      ("CLICOLOR", "If 0, no colour."),
      (
        "USHER_ACCESSIBLE",
        "If set, nothing moves on the screen and answers are typed without editing keys, for screen readers."
      ),
      ("TERM", "If dumb, no colour, nothing that moves, and no editing keys."),
      (
        "DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION, container",
        "Whether a browser can be opened on this machine."
      ),
      ("TERM_PROGRAM, VTE_VERSION, TMUX", "Whether --copy asks the terminal (OSC 52) or runs a program."),
      ("HOME", "The folder that ~ stands for."),
      (
        "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME",
        "Where the state, the embedded server's data and the history are kept."
      ),
      ("XDG_CONFIG_DIRS", "Where the system's configuration is."),
      ("SHELL, PATH, XDG_DATA_DIRS", "Where doctor looks for completions and programs."),
      (
        "http_proxy, https_proxy, all_proxy, no_proxy",
        "The proxy, as in other programs; never used for loopback."
      ),
    ],
    prose: """
      A variable of usher's that is set but empty is an error: a missing secret must not lead elsewhere.

      --endpoint and --profile win over USHER_ENDPOINT and USHER_PROFILE, those over \
      FIREBASE_AUTH_EMULATOR_HOST, that over USHER_API_KEY, that over the place of USHER_SESSION_FILE, that \
      over the file .usher-profile in this folder or one above, and that over the selected profile. With none \
      of them it is the embedded server.

      The project: --project wins over USHER_PROJECT, that over the profile's. At a local server's URL it is \
      otherwise the one that is served there.

      Colour: --color wins over USHER_COLOR, that over the setting color, that over NO_COLOR, that over \
      CLICOLOR_FORCE, that over CLICOLOR and TERM. auto is what those leave it at. JSON is never in colour.

      Preferences: an option wins over its variable, that over your config.json, that over the system's.
      """)

  private static let filesText = HelpText(
    [
      ("~/.config/usher/state.json", "Sessions and pending steps; yours alone (0600)."),
      ("~/.config/usher/config.json", "Your preferences, as config set writes them."),
      ("/etc/xdg/usher/config.json", "The system's preferences."),
      (".usher-profile", "In a folder or one above: the name of the profile to use there."),
      ("~/.config/usher/*.lock", "Locks; empty, and removed once their session is gone."),
      ("~/.local/share/usher/local.db", "The embedded server's accounts and keys; yours alone (0600)."),
      ("~/.local/state/usher/history", "What was typed into shell, without secrets; yours alone (0600)."),
    ],
    prose: """
      XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_STATE_HOME move them; USHER_CONFIG_DIR moves all of them to one folder. \
      --no-store keeps no session, no pending step and no history; the embedded server still keeps its accounts.
      """)
}
