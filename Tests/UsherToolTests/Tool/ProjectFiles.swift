import Essentials

/// The project's own files.
enum ProjectFiles {
  static let folder = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

  static func text(of path: String) throws -> String {
    try String(contentsOf: URL(filePath: folder + "/" + path), encoding: .utf8)
  }

  /// The Swift sources of the program, by their paths.
  static var sources: [String: String] {
    get throws {
      let paths = try FileManager.default.subpathsOfDirectory(atPath: folder + "/Sources")
      return try paths.filter { $0.hasSuffix(".swift") }.reduce(into: [:]) { texts, path in
        texts[path] = try text(of: "Sources/" + path)
      }
    }
  }
}
