package import CommandKit
private import Essentials

/// The manual of the files that usher reads and keeps, `usher-config(5)`.
package enum ConfigurationManual {
  package static let abstract = "The configuration and state files of usher."

  package static let overview = HelpText(
    prose: """
      config.json holds your preferences. Edit it, or use config set; config list --origin shows what holds and why. \
      It is an object of JSON with one member for each setting that is set. A member that is unknown, or has a value \
      that it cannot have, is an error that names its line. Others must not be able to write the file.

      state.json holds profiles, sessions and pending steps. usher alone writes it: profile set, session use and \
      pending drop change it. It must be readable by you alone (0600), and its folder writable by you alone; \
      otherwise it is refused with status 77, and a damaged one with status 78. usher overwrites neither.

      A relative XDG folder is ignored. The folder with the state holds a .gitignore, as tokens do not belong into \
      a repository.
      """)

  package static let precedence = HelpText(
    prose: """
      For each setting, the first of these that is there holds: the option; the environment variable; your \
      config.json; the system's config.json, in the order of XDG_CONFIG_DIRS; the default.

      Where a command goes is decided by \(Destination.Source.inWords), in this order. With none of them it is \
      the embedded server.
      """)

  package static let folderProfile = HelpText(
    prose: """
      The file .usher-profile names the profile to use in its folder and below: one line, the name and nothing else. \
      The nearest one counts, unless others could have put it there. usher says when it uses one, and commands that \
      destroy something ask for -p then.
      """)

  package static let settings = HelpText(Preference.allCases.map { ($0.rawValue, $0.sentences) })

  package static let profileSettings = HelpText(
    ProfileSetting.allCases.map { ($0.rawValue, "\($0.meaning.capitalized): \($0.form).") },
    prose: "profile set changes these, and init takes them from an app's configuration file.")

  /// A config.json with every setting.
  package static let example = """
    {
    \(Preference.allCases.map { "  \"\($0.rawValue)\": \($0.exampleValue)" }.joined(separator: ",\n"))
    }
    """

  package static let examples = HelpText(
    prose: """
      A config.json with every setting:

      \(example.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))

      A .usher-profile:

        acme
      """)
}

extension Preference {
  fileprivate var sentences: String {
    let stronger = [option, variable].compactMap(\.self)
    return meaning.capitalized + ": " + form + "." + (standard.map { " By default \($0)." } ?? "")
      + (stronger.isEmpty ? "" : " Overridden by \(stronger.joined(separator: ", then ")).")
  }

  /// In JSON.
  fileprivate var exampleValue: String {
    switch self {
    case .output: "\"text\""
    case .language: "\"pt-BR\""
    case .timeout: "\"90s\""
    case .waitLimit: "\"5m\""
    case .noInput: "false"
    case .color: "\"never\""
    case .browser: "\"firefox --new-window\""
    case .caFile: "\"/etc/ssl/acme.pem\""
    case .proxy: "\"http://proxy.example.com:3128\""
    }
  }
}

extension Destination.Source {
  /// All but what holds without any of them, as the manual lists them.
  fileprivate static var inWords: String {
    allCases.filter { $0 != .nothing }.map { $0 == .selectedProfile ? "the selected profile" : $0.rawValue }
      .joined(separator: ", ", last: " and ")
  }
}

extension String {
  /// With a capital at its beginning.
  fileprivate var capitalized: String { prefix(1).asciiUppercased() + dropFirst() }
}
