import Essentials
import IdentityToolkit

extension ConfigurationDocument {
  /// A reason why a text is not a document.
  package enum Flaw: Error, Equatable, Sendable {
    case notJSON
    /// The text has this name twice in one object.
    case repeatedName(String)
    /// The value at this path is not an object. The path of the whole text is empty.
    case notAnObject(path: String)
    /// The path has a name that no configuration has. `known` has the names that are valid there.
    case unknownMember(path: String, known: [String])
  }

  private static let names = ["config", "providers", "secrets"]

  /// Reads a file, or an answer of Google's admin API with a configuration.
  ///
  /// `secrets` is for people and not read. A secret can stand in its place instead of null.
  package init(text: String, isTenant: Bool = false) throws(Flaw) {
    let object: JSONValue
    do {
      object = try JSONValue(parsing: Data(text.utf8), isUnambiguous: true)
    } catch .repeatedName(let name) {
      throw .repeatedName(name)
    } catch {
      throw .notJSON
    }
    guard let members = object.members else { throw .notAnObject(path: "") }
    let isAnswer = Self.names.allSatisfy { object[$0] == nil }
    if !isAnswer, let unknown = members.first(where: { !Self.names.contains($0.name) }) {
      throw .unknownMember(path: unknown.name, known: Self.names)
    }
    let config = isAnswer ? object : object["config"] ?? [:]
    guard config.members != nil else { throw .notAnObject(path: "config") }
    do throws(ProjectConfigSchema.UnknownName) {
      try (isTenant ? ProjectConfigSchema.tenant : .project).check(config, at: [String]())
    } catch {
      let path = (isAnswer ? [] : ["config"]) + error.path
      throw .unknownMember(path: path.joined(separator: "."), known: error.known)
    }
    self.init(
      config: config, providers: try Self.providers(object["providers"]), isTenant: isTenant, project: nil,
      // Only an answer has a name.
      isComplete: isAnswer && config["name"] != nil)
  }

  private static func providers(_ value: JSONValue?) throws(Flaw) -> [String: JSONValue]? {
    guard let value else { return nil }
    guard let members = value.members else { throw .notAnObject(path: "providers") }
    var providers: [String: JSONValue] = [:]
    for member in members {
      guard member.value.members != nil else { throw .notAnObject(path: "providers.\(member.name)") }
      providers[member.name] = member.value
    }
    return providers
  }

  /// The document as a file, without the secrets.
  package var text: String {
    var document: JSONValue = ["config": config]
    document["providers"] = providers.map { providers in
      .object(providers.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) })
    }
    document["secrets"] = .array(secrets.map(JSONValue.string))
    return document.indentedText + "\n"
  }
}
