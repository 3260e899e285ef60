/// A token that authorizes an administrator's requests.
package struct AdministratorCredential: Sendable, Equatable {
  let bearer: String
  /// The project that pays for the requests, if the credential does not decide that.
  let quotaProject: String?
  /// Whether this is an OAuth 2.0 access token, and not the owner token of a local server.
  let isAccessToken: Bool

  /// Creates a credential for a local server.
  package init(ownerToken: String) {
    bearer = ownerToken
    quotaProject = nil
    isAccessToken = false
  }

  package init(accessToken: String, quotaProject: String? = nil) {
    bearer = accessToken
    self.quotaProject = quotaProject
    isAccessToken = true
  }

  /// The credential that local servers accept by default.
  package static let owner = AdministratorCredential(ownerToken: "owner")
}

/// Keeps the token out of `print` and `dump`.
extension AdministratorCredential: CustomStringConvertible, CustomReflectable {
  package var description: String { "an administrator's credential" }

  package var customMirror: Mirror { Mirror(self, children: []) }
}
