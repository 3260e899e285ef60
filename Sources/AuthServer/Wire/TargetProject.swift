import Essentials
import HTTP
import IdentityToolkit

/// The project that a body names, on routes whose path names none.
enum TargetProject {
  /// Nil where the body names none.
  static func id(in request: HTTPRequest) -> String? {
    // Hardly any body does, and reading one twice would cost as much as the call.
    guard isMentioned(in: request.body), let body: JSONValue = try? JSONBody.decode(request.body),
      let id = body["targetProjectId"]?.string, !id.isEmpty
    else { return nil }
    return id
  }

  /// Refuses an id that names something in a project.
  static func checked(_ id: String) throws(ServerError) -> String {
    guard !id.utf8.contains(UInt8(ascii: "/"))
    else { throw .badArgument("targetProjectId is no project's id.") }
    return id
  }

  /// Whether `target` stands right before `Project` or `_project` somewhere.
  private static func isMentioned(in body: Data) -> Bool {
    body.withUnsafeBytes { bytes in
      var matched = 0
      for byte in bytes {
        matched = byte == word[matched] ? matched + 1 : byte == word[0] ? 1 : 0
        if matched == word.count { return true }
      }
      return false
    }
  }

  private static let word = Array("target".utf8)
}
