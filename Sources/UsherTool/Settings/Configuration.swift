import CommandKit
import Essentials
import Flows
import IdentityToolkit
import LibC
import PrivateFiles

/// The settings in config.json, of the user and of the system.
struct Configuration {
  /// The files that exist, in order of precedence.
  private(set) var files: [ConfigurationFile] = []

  /// The value of a setting in the first file that has it.
  subscript(preference: Preference) -> String? { origin(of: preference)?.value }

  /// Returns the value of a setting and the file that has it.
  func origin(of preference: Preference) -> (value: String, file: ConfigurationFile)? {
    for file in files {
      if let value = file.values[preference] { return (value, file) }
    }
    return nil
  }

  func duration(_ preference: Preference) -> Duration? {
    self[preference].flatMap { try? Duration(argument: $0) }
  }

  static func read(environment: Environment) throws(Diagnosis) -> Configuration {
    var configuration = Configuration()
    for (origin, path) in places(environment) {
      if let file = try ConfigurationFile.read(path, origin: origin) { configuration.files.append(file) }
    }
    return configuration
  }

  /// Returns the possible paths of configuration files, in order of precedence.
  static func places(_ environment: Environment) -> [(origin: ConfigurationFile.Scope, path: String)] {
    let variables = environment.variables
    let own = (try? StateLocation(environment: variables)).map { [$0.folder + "/" + ConfigurationFile.name] }
    // The XDG specification says to ignore relative paths.
    let folders = (variables["XDG_CONFIG_DIRS"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
      .map(String.init)
    let system = (folders.isEmpty ? ["/etc/xdg"] : folders).map { $0 + "/usher/" + ConfigurationFile.name }
    return (own ?? []).map { (.user, $0) } + system.map { (.system, $0) }
  }
}

struct ConfigurationFile {
  static let name = "config.json"
  static let sizeLimit = 64 << 10

  enum Scope: String {
    case user, system
  }

  let origin: Scope
  let path: String
  var values: [Preference: String]

  /// Returns nil if there is no such file.
  static func read(_ path: String, origin: Scope) throws(Diagnosis) -> ConfigurationFile? {
    let (objection, data): (Text?, Data)
    do throws(Errno) {
      guard let file = try Descriptor.existing(path, O_RDONLY) else { return nil }
      objection = try file.status().objectionToConfiguration
      data = objection == nil ? try file.read(limit: sizeLimit) : Data()
    } catch {
      if error.meansNothingThere { return nil }
      throw Diagnosis(
        error.isRefusal ? .configUnsafe : .io, "cannot read \(path) (\(error.reason))")
    }
    if let objection {
      throw Diagnosis(
        .configUnsafe, "\(path) is not safe to use: \(objection)",
        hint: "make sure that only you can write to it: usher did not change it")
    }
    return ConfigurationFile(origin: origin, path: path, values: try values(in: data, path))
  }

  private static func values(in data: Data, _ path: String) throws(Diagnosis) -> [Preference: String] {
    guard data.count <= sizeLimit, let text = String(validating: data, as: UTF8.self) else {
      throw bad(path, 1, "it is not text of at most 64 KiB")
    }
    var values: [Preference: String] = [:]
    do throws(FlatObject.Problem) {
      for member in try FlatObject.read(text) {
        guard let preference = Preference(rawValue: member.name) else {
          throw .init(line: member.line, reason: "there is no setting called \(member.name)")
        }
        let text =
          switch member.value {
          case .text(let text), .number(let text): text
          case .flag(let flag): String(flag)
          }
        guard let value = preference.value(of: text) else {
          throw .init(line: member.line, reason: "\(member.name) must be \(preference.form)")
        }
        values[preference] = value
      }
    } catch {
      throw bad(path, error.line, error.reason)
    }
    return values
  }

  private static func bad(_ path: String, _ line: Int, _ reason: Text) -> Diagnosis {
    Diagnosis(
      .badConfig, "\(path), line \(line): \(reason)",
      hint: "correct the file, or move it away: usher did not change it")
  }

  var text: String {
    let members = Preference.allCases.compactMap { preference in
      values[preference].map { value in
        let value = preference == .noInput ? value : JSONValue.string(value).text
        return "  \(JSONValue.string(preference.rawValue).text): \(value)"
      }
    }
    return members.isEmpty ? "{}\n" : "{\n" + members.joined(separator: ",\n") + "\n}\n"
  }
}
