package import Essentials
package import HTTP

/// An OAuth 2.0 access token, which Google's services accept for a while.
package struct AccessToken: Sendable, Equatable {
  package enum Owner: Sendable, Equatable {
    case person
    /// A service account, or a workload with a federated identity.
    case workload
    /// The token comes from elsewhere.
    case unknown
  }

  /// The token, for the header `Authorization`.
  package let text: String
  /// The time from which the token must not be used, or nil if it is not known.
  ///
  /// This is 60 seconds before its real end.
  package let expiry: Date?
  /// The project that pays for requests, from the credentials file.
  package let quotaProject: String?
  package let owner: Owner
  /// The origin of the endpoint that issued the token, or nil if it is not known.
  package let issuer: Origin?

  /// The time that a request may take on its way.
  static let margin: Double = 60
  /// The longest lifetime that Google gives to a token, in seconds.
  static let longestLife: Double = 43_200

  /// The longest token, in bytes, which Google's security token service gives.
  private static let limit = 12_288

  /// Returns nil if `text` is not printable ASCII of 1 to 12,288 bytes.
  package init?(_ text: String, owner: Owner = .unknown) {
    self.init(text, end: nil, quotaProject: nil, owner: owner, issuer: nil)
  }

  /// - Parameter end: The real end of the token.
  init?(_ text: String, end: Date?, quotaProject: String?, owner: Owner, issuer: Origin?) {
    guard (1...Self.limit).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      return nil
    }
    self.text = text
    expiry = end.map { $0 - Self.margin }
    self.quotaProject = quotaProject
    self.owner = owner
    self.issuer = issuer
  }

  /// Returns whether the token can be used at this time.
  package func isUsable(at now: Date) -> Bool {
    expiry.map { now < $0 } ?? true
  }
}

/// Keeps the token out of `print` and `dump`.
extension AccessToken: CustomStringConvertible, CustomReflectable {
  package var description: String { "an access token" }

  package var customMirror: Mirror { Mirror(self, children: []) }
}
