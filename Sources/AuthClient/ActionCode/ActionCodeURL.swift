import AuthCore
public import Essentials

/// A mailed link, understood: what it does, and the code that does it.
///
/// Any form that a link takes on its way is read: bare, wrapped by Hosting, by Dynamic Links or by a mail gateway, escaped,
/// or with the mail around it.
public struct ActionCodeURL: Sendable, Equatable {
  /// What the link does.
  public let operation: ActionCodeOperation
  /// The code, for ``Auth/applyActionCode(_:)`` and its like. A secret.
  public let code: String
  /// The key of the project that sent the link.
  public let apiKey: String
  /// Where the link leads on to.
  public let continueURL: URL?
  /// The language of the mail, a BCP 47 tag; nil where the link names none.
  public let languageCode: String?
  /// The tenant that the link belongs to; nil for the project itself.
  public let tenantID: String?

  /// The link in `link`; nil where there is none, or more than one.
  public init?(link: String) {
    guard let url = try? AuthCore.ActionCodeURL(link) else { return nil }
    operation = ActionCodeOperation(url.operation)
    code = url.code
    apiKey = url.apiKey
    continueURL = url.continueURL.flatMap { URL(string: $0) }
    languageCode = url.languageCode
    tenantID = url.tenantID
  }
}

/// Without what is secret in it, also where it is dumped.
extension ActionCodeURL: CustomStringConvertible, CustomReflectable {
  public var description: String { "a mailed link: \(operation)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
