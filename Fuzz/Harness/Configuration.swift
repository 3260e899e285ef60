import Essentials
import IdentityToolkit
import LibC

@testable import UsherTool

extension FuzzTarget {
  /// Checks config.json.
  ///
  /// Each value must be one that `config set` accepts, and must stay the same after writing and reading. The reader
  /// must agree with the JSON decoder on plain JSON.
  static let configuration = FuzzTarget(name: "config") { bytes in
    if let file = read(bytes) {
      for (preference, value) in file.values {
        demand(preference.value(of: value) == value, "a \(preference.rawValue) that could not be set")
      }
      demand(read(Array(file.text.utf8))?.values == file.values, "another configuration")
    }
    guard let text = String(validating: bytes, as: UTF8.self), let members = try? FlatObject.read(text),
      let json = try? JSONReader.plain.read(JSONValue.self, from: Data(bytes))
    else { return }
    demand(json.members?.count == members.count, "other members")
    for member in members {
      switch member.value {
      case .text(let text): demand(json[member.name]?.string == text, "another text")
      case .flag(let flag): demand(json[member.name]?.bool == flag, "another flag")
      case .number: break
      }
    }
  }

  private static func read(_ bytes: [UInt8]) -> ConfigurationFile? {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    demand(write(file, bytes, bytes.count) == bytes.count, "no place to write")
    return try? ConfigurationFile.read(path, origin: .user)
  }

  private static let path = (getenv("FUZZ_FOLDER").map { String(cString: $0) } ?? ".") + "/config.json"
}
