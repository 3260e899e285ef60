package import CommandKit

/// The topics that `help` explains besides commands.
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
    return HelpText(
      groups: [("Options of every command, before or after its words", tool.globals)]
        + tool.sharedOptions.map { ($0.heading, $0.options) },
      prose: "The help of a command names the kinds of options that it takes, besides those of every command."
    )
  }

  private static let exitCodesText = HelpText(
    ExitCode.allCases.map { ("\($0.rawValue) \($0.name)", $0.meaning) },
    prose: """
      exec, curl and serve with a program end with that program's status. If a signal ends the program, the status is \
      128 and the signal's number.
      """)

  private static let environmentText = HelpText(
    [
      ("USHER_PROFILE", "The profile, like -p."),
      ("USHER_ENDPOINT", "Where commands go: local, production, or a server's URL."),
      ("USHER_PROJECT", "The project's id."),
      ("USHER_API_KEY", "The project's API key; alone it means production."),
      ("USHER_TENANT", "The tenant."),
      ("USHER_SESSION", "The session to use, like --as."),
      ("USHER_SESSION_FILE", "A file from session export; usher reads it and never changes it."),
      ("USHER_ID_TOKEN", "An ID token to use as it is; it cannot be renewed."),
      ("USHER_REFRESH_TOKEN", "A refresh token; you must also name the endpoint and the project."),
      ("USHER_PASSWORD_FILE", "A file with the password, like --password-file."),
      ("USHER_PASSWORD", "The password, if neither an option nor USHER_PASSWORD_FILE gives it."),
      ("USHER_OWNER_TOKEN", "A local server's owner token, if it has one."),
      ("USHER_LANGUAGE", "The language of the service's SMS and e-mails, like --language."),
      ("USHER_OUTPUT", "json, the same as --json everywhere; or text."),
      ("USHER_NO_INPUT", "If set, usher asks nothing, like --no-input."),
      ("USHER_DEBUG", "If set, usher shows requests and answers, like --debug."),
      ("GITHUB_OUTPUT", "The file for outputs of a GitHub step, for token --format github."),
      ("USHER_TIMEOUT", "How long a command may take, like --timeout 90s."),
      ("USHER_CACERT", "A file of certificates to trust."),
      ("USHER_BROWSER, BROWSER", "The program that opens pages."),
      ("USHER_CONFIG_DIR", "The folder for the state, the embedded server's data and the history."),
      ("FIREBASE_AUTH_EMULATOR_HOST", "A local server, as host:port."),
      ("GOOGLE_CLOUD_PROJECT, GCLOUD_PROJECT", "The project that serve serves by default."),
      (
        "FIREBASE_CONFIG",
        "The project, for admin SDKs; serve sets it for its command, like the two above."
      ),
      (
        "LISTEN_PID, LISTEN_FDS, NOTIFY_SOCKET, JOURNAL_STREAM, CREDENTIALS_DIRECTORY",
        "systemd sets these for serve: its socket, its notifications, its log and its secrets."
      ),
      ("CI", "If set, usher asks nothing, and you must name the endpoint."),
      ("COLUMNS", "The width of help."),
      ("PAGER", "The program that shows help longer than the screen, by default less; cat is none."),
      ("LESS", "The options of less; by default FRX."),
      ("USHER_COLOR", "When to use colour, like --color: auto, always or never."),
      ("NO_COLOR", "If set, no colour."),
      ("CLICOLOR_FORCE", "If set and not 0, colour without a terminal, too."),
      ("CLICOLOR", "If 0, no colour."),
      (
        "USHER_ACCESSIBLE",
        "For screen readers: if set, nothing moves on the screen, and there are no editing keys."
      ),
      ("TERM", "If dumb, there is no colour, no movement, no pager and no editing keys."),
      (
        "DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION, container",
        "Whether usher can open a browser on this machine."
      ),
      ("TERM_PROGRAM, VTE_VERSION, TMUX", "Whether --copy asks the terminal (OSC 52) or runs a program."),
      ("HOME", "The folder that ~ stands for."),
      (
        "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME",
        "The folders of the state, the embedded server's data and the history."
      ),
      ("XDG_CONFIG_DIRS", "Where the system's configuration is."),
      ("SHELL, PATH, XDG_DATA_DIRS", "The places where doctor looks for completions and programs."),
      (
        "http_proxy, https_proxy, all_proxy, no_proxy",
        "The proxy, as in other programs; never used for loopback."
      ),
    ],
    prose: """
      A USHER_ variable that is set but empty is an error: a missing secret must not lead elsewhere.

      The endpoint comes from the first of these: --endpoint or --profile; USHER_ENDPOINT or USHER_PROFILE; \
      FIREBASE_AUTH_EMULATOR_HOST; USHER_API_KEY; USHER_SESSION_FILE; the file .usher-profile in this folder or one \
      above; the selected profile. Otherwise it is the embedded server.

      The project comes from --project, else USHER_PROJECT, else the profile. At a local server's URL, it is otherwise \
      the project that is served there.

      Colour comes from the first of these: --color, USHER_COLOR, the setting color, NO_COLOR, CLICOLOR_FORCE, \
      CLICOLOR and TERM. With auto, NO_COLOR and the variables after it decide. JSON has no colour.

      For preferences, an option wins over its variable, the variable over your config.json, and that over the \
      system's.
      """)

  private static let filesText = HelpText(
    [
      ("~/.config/usher/state.json", "Sessions and pending steps; yours alone (0600)."),
      ("~/.config/usher/config.json", "Your preferences, as config set writes them."),
      ("/etc/xdg/usher/config.json", "The system's preferences."),
      (".usher-profile", "In a folder or one above: the name of the profile to use there."),
      ("~/.config/usher/*.lock", "Locks; they are empty, and go with their session."),
      ("~/.local/share/usher/local.db", "The embedded server's accounts and keys; yours alone (0600)."),
      ("~/.local/state/usher/history", "What you typed into shell, without secrets; yours alone (0600)."),
    ],
    prose: """
      XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_STATE_HOME move these files. USHER_CONFIG_DIR moves all of them to one \
      folder. With --no-store, usher saves no session, no pending step and no history. The embedded server still saves \
      its accounts.
      """)
}
