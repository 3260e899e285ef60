import Essentials
package import HTTP

/// A credential of an administrator, from which access tokens come.
package struct GoogleCredential: Sendable {
  private enum Kind {
    case token(AccessToken)
    case source(SourceCredential)
    case impersonated(ImpersonatedServiceAccount)
  }

  private let kind: Kind

  /// Creates a credential that is already an access token.
  package init(_ token: AccessToken) {
    kind = .token(token)
  }

  /// Reads the text of a credentials file.
  ///
  /// Its `type` decides how access tokens are requested.
  package init(file text: String) throws(GoogleCredentialError) {
    let members = try CredentialMembers(file: text)
    try members.refuseOtherUniverse()
    if try members.text("type").hasBytes(of: ImpersonatedServiceAccount.type) {
      kind = .impersonated(try ImpersonatedServiceAccount(members))
    } else {
      kind = .source(try SourceCredential(members))
    }
  }

  /// The server that the access tokens come from; nil if the credential does not say so.
  package var issuer: Origin? {
    switch kind {
    case .token: nil
    case .source(let source): source.issuer
    case .impersonated(let account): account.impersonation.address.origin
    }
  }

  func token(over requests: TokenRequests) throws(GoogleCredentialError) -> AccessToken {
    switch kind {
    case .token(let token): token
    case .source(let source): try source.token(over: requests)
    case .impersonated(let account): try account.token(over: requests)
    }
  }
}
