package import CommandKit
package import Essentials

/// The manual page of usher's configuration and state files, `usher-config(5)`.
package enum ConfigurationManual {
  package static let abstract: Text = "The configuration and state files of usher."

  package static let overview = HelpText(
    prose: """
      config.json holds your preferences. Edit it, or use config set. config list --origin shows each value and where \
      it comes from. The file is a JSON object with one member for each setting. An unknown member or an invalid value \
      is an error that names its line. Only you may have write access to it.

      state.json holds profiles, sessions and pending steps. Only usher writes it: use profile set, session \
      use and pending drop. Only you may have read access to it (0600) and write access to its folder. \
      Otherwise usher refuses it with status 77. usher refuses a damaged file with status 78. It overwrites \
      neither.

      usher ignores a relative XDG folder. The folder of the state holds a .gitignore, because tokens do not belong in \
      a repository.
      """)

  package static let precedence = HelpText(
    prose: """
      usher takes each setting from the first of these that has it: the option; the environment variable; your \
      config.json; the system's config.json, in the order of XDG_CONFIG_DIRS; the default. The default of language is \
      the language of your locale (LANGUAGE, LC_ALL, LC_MESSAGES or LANG), if the local server has messages in it.

      usher takes the endpoint from the first of these: \(Destination.Source.inWords). Without any of them, \
      usher uses the local server.
      """)

  package static let folderProfile = HelpText(
    prose: """
      The file .usher-profile names the profile for its folder and the folders below. It holds the name in one line \
      and nothing else. The nearest file counts, unless others can write it. usher says when it uses one. Commands \
      that destroy something then ask for -p.
      """)

  package static let settings = HelpText(
    Preference.allCases.map { ($0.rawValue, Text(verbatim: $0.sentences)) })

  package static let profileSettings = HelpText(
    ProfileSetting.allCases.map {
      ($0.rawValue, Text(verbatim: "\($0.meaning.english.capitalized): \($0.form)."))
    },
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
    return "\(meaning.english.capitalized): \(form)." + (standard.map { " By default \($0)." } ?? "")
      + (stronger.isEmpty ? "" : " Overridden by \(stronger.joined(separator: ", then ")).")
  }

  /// An example value, in JSON.
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
  /// All sources except the default, as a list for the manual.
  fileprivate static var inWords: String {
    allCases.filter { $0 != .nothing }.map { $0 == .selectedProfile ? "the selected profile" : $0.rawValue }
      .joined(separator: ", ", last: " and ")
  }
}

extension String {
  /// This text with its first letter in upper case.
  fileprivate var capitalized: String { prefix(1).asciiUppercased() + dropFirst() }
}
