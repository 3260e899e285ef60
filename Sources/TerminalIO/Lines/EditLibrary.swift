internal import CEdit
internal import LibC

/// libedit, which tells nobody its version.
package enum EditLibrary {
  /// Whether it is there.
  package static var isAvailable: Bool { path != nil }

  /// The number in the name of the library's own file, like 2.0.70; nil where there is none.
  package static var version: String? {
    path.flatMap(number)
  }

  /// The library's own file.
  private static var path: String? {
    guard let path = cedit_file(EditedLine.library) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  static func number(in path: String) -> String? {
    let parts = (path.split(separator: "/").last ?? "").split(separator: ".")
    let digits = parts.dropFirst().filter { $0.allSatisfy { ("0"..."9").contains($0) } }
    return digits.isEmpty ? nil : digits.joined(separator: ".")
  }
}
