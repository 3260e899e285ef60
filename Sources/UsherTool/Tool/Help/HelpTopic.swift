package import CommandKit
import Essentials

/// The topics that `help` explains besides commands.
package enum HelpTopic: String, CaseIterable {
  case options, environment
  case exitCodes = "exit-codes"
  case providers, json, ci, admin, suite, team, files, support

  package var text: HelpText {
    switch self {
    case .options: Self.optionsText
    case .environment: Self.environmentText
    case .exitCodes: Self.exitCodesText
    case .providers: Self.providersText
    case .json: Self.jsonText
    case .ci: Self.ciText
    case .admin: Self.adminText
    case .suite: Self.suiteText
    case .team: Self.teamText
    case .files: Self.filesText
    case .support: Self.supportText
    }
  }

  private static var optionsText: HelpText {
    let tool = Tool.commands.description
    return HelpText(
      groups: [(Text("Options of every command, before or after its words"), tool.globals)]
        + tool.sharedOptions.map { ($0.heading, $0.options) },
      prose: "The help of a command names the kinds of options that it takes, besides those of every command."
    )
  }

  private static let exitCodesText = HelpText(
    ExitCode.allCases.map { ("\($0.rawValue) \($0.name)", $0.meaning) },
    prose: """
      exec, curl and serve -- COMMAND return the program's exit status. If a signal ends the program, the \
      status is 128 plus the signal number.
      """)

  private static let environmentText = HelpText(
    [
      ("USHER_ENDPOINT", "The server: local, production or a URL."),
      ("USHER_PROJECT", "The project's id."),
      ("USHER_API_KEY", "The project's API key. If no endpoint is set, usher uses production."),
      ("USHER_PROFILE", "The profile, like -p."),
      ("USHER_TENANT", "The tenant."),
      ("USHER_SESSION", "The session to use, like --as."),
      ("FIREBASE_AUTH_EMULATOR_HOST", "The address of usher serve or of Firebase's emulator, as host:port."),
      ("CI", "If set, usher asks nothing, and you must name the endpoint."),
    ],
    prose: """
      An empty USHER_ variable is an error, so that a missing secret cannot select another server.
      """,
    details: [
      .init(
        "order", "Which of them counts.",
        prose: """
          usher takes the endpoint from the first of these: --endpoint or --profile; USHER_ENDPOINT or \
          USHER_PROFILE; FIREBASE_AUTH_EMULATOR_HOST; USHER_API_KEY; USHER_SESSION_FILE; the file .usher-profile \
          in this folder or one above; the selected profile. Without any of them, usher uses the local server. It is \
          part of usher, and has no address. The command serve starts a server that has one.

          usher takes the project from --project, USHER_PROJECT or the profile, in this order. Without any, usher \
          uses the project of the local server.

          usher takes the color mode from --color, USHER_COLOR or the setting color, in this order. If it is \
          auto, NO_COLOR, CLICOLOR_FORCE, CLICOLOR and TERM decide. JSON has no color.

          usher takes a preference from the first of these that has it: the option, the variable, your \
          config.json, the system's config.json.

          usher takes your locale from LC_ALL, LC_MESSAGES or LANG, in this order. LANGUAGE is a list of languages, like \
          vi:es. It overrides the other three, unless the locale is C or POSIX. Names of commands and JSON stay in English.
          """),
      .init(
        "jobs", "Sessions, tokens and passwords for jobs.",
        [
          ("USHER_SESSION_FILE", "A file from session export; usher reads it and never changes it."),
          ("USHER_ID_TOKEN", "An ID token to use as it is; it cannot be renewed."),
          ("USHER_REFRESH_TOKEN", "A refresh token. Also set USHER_ENDPOINT and USHER_PROJECT."),
          ("USHER_PASSWORD_FILE", "A file with the password, like --password-file."),
          ("USHER_PASSWORD", "The password, if neither an option nor USHER_PASSWORD_FILE gives it."),
          (
            "USHER_PROGRAM",
            "For a program that signs its users in with usher: its command for that, like acme login, which texts name."
          ),
        ]),
      .init(
        "administrators", "Who administers a project.",
        [
          ("USHER_OWNER_TOKEN", "The owner token of usher serve, if it has one."),
          ("USHER_ACCESS_TOKEN", "An OAuth access token of an administrator, for Google (see help admin)."),
          ("GOOGLE_APPLICATION_CREDENTIALS", "A credentials file of an administrator (see help admin)."),
        ]),
      .init(
        "output", "What usher prints and asks, and in which language.",
        [
          ("USHER_OUTPUT", "The output format: json (like --json) or text."),
          ("USHER_NO_INPUT", "If set, usher asks nothing, like --no-input."),
          ("USHER_DEBUG", "If set, usher shows requests and responses, like --debug."),
          ("GITHUB_OUTPUT", "The file for outputs of a GitHub step, for token --format github."),
          ("USHER_LANGUAGE", "The language of the service's SMS and e-mails, like --language."),
          (
            "LANGUAGE, LC_ALL, LC_MESSAGES, LANG",
            "Your locale: the language of usher's texts, and of SMS and e-mails if nothing else sets it."
          ),
          ("USHER_COLOR", "When to use color, like --color: auto, always or never."),
          ("NO_COLOR", "If set, usher uses no color."),
          ("CLICOLOR_FORCE", "If set and not 0, usher always uses color."),
          ("CLICOLOR", "If 0, usher uses no color."),
          ("USHER_ACCESSIBLE", "For screen readers. If set, usher uses no animation and no editing keys."),
          ("TERM", "If dumb, usher uses no color, no animation, no pager and no editing keys."),
          (
            "TERM_PROGRAM, VTE_VERSION, TMUX",
            "With these, usher decides if --copy uses the terminal (OSC 52) or a program."
          ),
          ("COLUMNS", "The width of help."),
          ("PAGER", "The pager for long help (default less). To turn it off, use cat."),
          ("LESS", "The options of less; by default FRX."),
          ("LESSCHARSET", "The encoding that less shows; by default utf-8."),
        ]),
      .init(
        "network", "The network and the browser.",
        [
          ("USHER_TIMEOUT", "How long a command may take, like --timeout 90s."),
          ("USHER_CACERT", "A file of certificates to trust."),
          (
            "http_proxy, https_proxy, all_proxy, no_proxy",
            "The proxy, as in other programs. Requests to this machine do not use it."
          ),
          ("USHER_BROWSER, BROWSER", "The program that opens pages."),
          (
            "DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION, container",
            "With these, usher sees if it can open a browser."
          ),
        ]),
      .init(
        "files", "Where files are.",
        [
          ("USHER_CONFIG_DIR", "The folder for the state, the local server's data and the history."),
          ("HOME", "The folder that ~ stands for."),
          (
            "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME",
            "The folders of the state, the local server's data and the history."
          ),
          ("XDG_CONFIG_DIRS", "Where the system's configuration is."),
          ("SHELL, PATH, XDG_DATA_DIRS", "The places where doctor looks for completions and programs."),
        ]),
      .init(
        "serve", "A server, and the programs that it runs.",
        [
          (
            "FIREBASE_EMULATOR_HUB",
            "Where serve finds the Functions emulator; serve may set this for its command."
          ),
          ("GOOGLE_CLOUD_PROJECT, GCLOUD_PROJECT", "The default project of serve."),
          (
            "FIREBASE_CONFIG",
            "The project for admin SDKs. serve sets this and GCLOUD_PROJECT for its command."
          ),
          (
            "LISTEN_PID, LISTEN_FDS, NOTIFY_SOCKET, JOURNAL_STREAM, CREDENTIALS_DIRECTORY",
            "systemd sets these for serve. You do not need to set them."
          ),
        ]),
    ])

  private static let filesText = HelpText(
    [
      ("~/.config/usher/state.json", "Sessions and pending steps. Only you can read it (mode 0600)."),
      ("~/.config/usher/config.json", "Your preferences, as config set writes them."),
      ("/etc/xdg/usher/config.json", "The system's preferences."),
      (".usher-profile", "The profile for this folder and its subfolders."),
      ("~/.config/usher/*.lock", "Empty lock files, deleted with their session."),
      (
        "~/.local/share/usher/local.db",
        "The local server's accounts and keys. Only you can read it (0600)."
      ),
      ("~/.local/state/usher/history", "Your input in shell, without secrets. Only you can read it (0600)."),
    ],
    prose: """
      XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_STATE_HOME move these files. USHER_CONFIG_DIR moves all of them to one \
      folder. With --no-store, usher saves no session, no pending step and no history. It still saves the \
      accounts of the local server inside usher.

      If the machine loses power, local.db stays whole, but the local server's last changes may be lost. The state \
      file and the files of usher serve keep what usher has confirmed.
      """)
}
