import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

struct ProjectGet: ToolCommand, ReadsProject {
  static let name = "project get"
  static let abstract: Text = "Show the project's configuration in the format of Google's admin API."
  static let discussion = """
    With --tenant, it shows that tenant's configuration. A local server shows disabled settings, too. The key in \
    its signIn.hashConfig is made up: usher hashes passwords without a key, with the algorithm STANDARD_SCRYPT.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(
        \.path, "path", help: "A part of it, like signIn.email; by default all of it.", required: false)
    ] + Argument.set(\.administrator)
  static let examples = [
    Example("usher project get", "Show everything."),
    Example("usher project get mfa.state", "Show one value."),
  ]

  var path: String?
  var administrator = AdministratorOptions()

  func report(in context: Context) throws -> Report<ConfigurationPart> {
    var config = try context.project(administrator).administrator().projectConfig()
    // The key of all password hashes is shown only to those who ask for it.
    for place in ["signIn.hashConfig", "hashConfig"] where path?.hasPrefix(place) != true {
      config.set(nil, at: place + ".signerKey")
    }
    guard let value = config.part(at: path ?? "") else {
      throw Diagnosis(
        .noSuchSetting, "the project has no \(path ?? "")",
        hint: Hint("see the settings", ["usher", "project", "get"]))
    }
    return Report(
      .ok, ConfigurationPart(path: path, value: value), lines: value.lines, isVerbatim: true)
  }
}

/// A part of a project's configuration, as a result.
struct ConfigurationPart: CommandResult {
  /// The path of the part; nil for the whole configuration.
  var path: String?
  var value: JSONValue
}

extension JSONValue {
  /// The value as people read it: a string without its quotation marks, an object in a line for each member.
  var lines: [Text] {
    string.map { [Text(verbatim: $0)] }
      ?? indentedText.split(separator: "\n").map { Text(verbatim: String($0)) }
  }

  /// Returns the part at a path such as `signIn.email.enabled`; nil if there is none.
  func part(at path: String) -> JSONValue? {
    value(at: path.split(separator: ".").map(String.init)[...])
  }

  mutating func set(_ value: JSONValue?, at path: String) {
    set(value, at: path.split(separator: ".").map(String.init)[...])
  }
}
