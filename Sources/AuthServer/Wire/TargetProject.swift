import Essentials
import HTTP
import IdentityToolkit

/// The project in a body, for routes whose path does not name one.
enum TargetProject {
  /// Returns the ID, or nil if the body does not name a project.
  static func id(in request: HTTPRequest) -> String? {
    // Few bodies name one, and parsing each body twice would cost as much as the call.
    guard isMentioned(in: request.body), let body: JSONValue = try? JSONBody.decode(request.body),
      let id = body["targetProjectId"]?.string, !id.isEmpty
    else { return nil }
    return id
  }

  /// Checks that the ID names a project, and not something inside one.
  static func checked(_ id: String) throws(ServerError) -> String {
    guard !id.utf8.contains(UInt8(ascii: "/"))
    else { throw .badArgument("targetProjectId is not a project ID.") }
    return id
  }

  /// Returns whether `target` appears directly before `Project` or `_project`.
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
