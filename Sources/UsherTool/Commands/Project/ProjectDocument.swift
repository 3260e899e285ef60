import Administration
import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import TerminalIO

// The configuration as one document: read from a project or a file, and applied.

extension ProjectAdministrator {
  /// Returns the configuration of the project, or of the backend's tenant.
  func document() throws -> ConfigurationDocument {
    ConfigurationDocument(
      config: try projectConfig(), providers: try providerConfigs(), project: backend.project,
      isTenant: isTenants)
  }

  func carryOut(_ step: ConfigurationPlan.Step) throws(AuthFailure) {
    switch step {
    case .updateConfig(let config, let mask): try updateProjectConfig(config, mask: mask)
    case .createProvider(let id, let config): _ = try createProvider(id, config)
    case .updateProvider(let id, let config, let mask): _ = try updateProvider(id, config, mask: mask)
    case .removeProvider(let id): try removeProvider(id)
    }
  }
}

extension ConfigurationDocument {
  /// Reads a file; `-` is standard input.
  static func read(_ path: String, isTenant: Bool, in world: World) throws -> ConfigurationDocument {
    let name = FileInput.name(of: path)
    let text = try world.standardInput.text(of: path)
    do throws(Flaw) {
      return try ConfigurationDocument(text: text, isTenant: isTenant)
    } catch {
      throw Diagnosis(
        .badProjectConfig, "\(name) is not a project's configuration: \(error.sentence)",
        hint: Hint("make one", template: ["usher", "project", "export", "FILE"]), retry: .newInput)
    }
  }
}

extension ConfigurationDocument.Flaw {
  fileprivate var sentence: Text {
    switch self {
    case .notJSON: return "it is not JSON"
    case .repeatedName(let name): return "it has \(SafeText.brief(name)) twice"
    case .notAnObject(let path):
      return path.isEmpty ? "it is not an object" : "\(SafeText.brief(path)) is not an object"
    case .unknownMember(let path, let known):
      let near = known.nearest(to: path.split(separator: ".").last.map(String.init) ?? "")
      let name = SafeText.brief(path)
      return near.isEmpty
        ? "a project has no setting \(name)"
        : "a project has no setting \(name); did you mean \(Text(anyOf: near))?"
    }
  }
}

/// A difference between two configurations, as a result.
struct ConfigurationDifference: Codable, Sendable {
  var path: String
  /// The values; nil where there is none, and for secrets.
  var before: JSONValue?
  var after: JSONValue?

  init(_ change: ConfigurationChange) {
    path = change.path
    before = change.before
    after = change.after
  }
}

extension ConfigurationChange {
  /// The change for people: of a list, the elements that come and go.
  var line: Text {
    if before?.array != nil || after?.array != nil, !(added + removed).isEmpty {
      let signs = removed.map { "- " + $0.bare } + added.map { "+ " + $0.bare }
      return Text("\(path): \(signs.joined(separator: ", "))")
    }
    if before == nil, after == nil { return "\(path): another secret" }
    return SettingChange(Text(verbatim: path), from: before, to: after).line
  }
}
