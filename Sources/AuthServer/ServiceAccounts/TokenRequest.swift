import Essentials
import HTTP
import IdentityToolkit

/// The parameters of a request to a token endpoint: a form, or a JSON object.
struct TokenRequest: Sendable {
  private let items: [QueryItem]

  /// - Throws: `TokenRefusal` for a body that is neither, or that has a parameter twice.
  init(_ request: HTTPRequest) throws(TokenRefusal) {
    guard let items = TokenBody.items(of: request),
      Set(items.map { Self.folded($0.name) }).count == items.count
    else { throw .unreadable }
    self.items = items
  }

  /// Returns the parameter of this name, or nil if it is missing or empty.
  ///
  /// Google's libraries write JSON in camel case.
  subscript(name: String) -> String? {
    items.first { Self.folded($0.name) == Self.folded(name) }?.value.nonEmpty
  }

  /// Returns a name in one form: `subjecttoken` for `subject_token` and for `subjectToken`.
  private static func folded(_ name: String) -> String { name.filter { $0 != "_" }.asciiLowercased() }

  func required(_ name: String) throws(TokenRefusal) -> String {
    guard let value = self[name] else { throw .missing(name) }
    return value
  }

  /// Returns the OAuth scopes in `text`.
  ///
  /// - Throws: `invalid_scope` if there are none, or one is not Google's.
  static func scopes(in text: String?) throws(TokenRefusal) -> [String] {
    let scopes = (text ?? "").split(separator: " ").map(String.init)
    guard !scopes.isEmpty, scopes.allSatisfy(isScope) else { throw .invalidScope }
    return scopes
  }

  /// Returns whether `text` can be a scope of Google's APIs.
  static func isScope(_ text: String) -> Bool {
    let prefix = "https://www.googleapis.com/auth/"
    return ["openid", "email", "profile"].contains(text)
      || text.hasPrefix(prefix) && (prefix.utf8.count + 1...256).contains(text.utf8.count)
        && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
