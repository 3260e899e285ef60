import Essentials
import Testing

/// The package that this file is part of.
enum Project {
  static let folder: String = {
    var parts = #filePath.split(separator: "/")
    parts.removeLast(4)
    return "/" + parts.joined(separator: "/")
  }()

  static func text(of name: String) throws -> String {
    try #require(String(bytes: Data(contentsOf: URL(filePath: folder + "/" + name)), encoding: .utf8))
  }
}
