import HTTP

/// The RPC `accounts:signInWithEmailLink`, which exchanges a mailed code for tokens.
///
/// With an ID token, it links the address.
package enum SignInWithEmailLink: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/accounts:signInWithEmailLink", legacyName: "emailLinkSignin")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var email: String?
    package var oobCode: String?
    package var idToken: String?
    package var tenantId: String?

    package init(email: String? = nil, oobCode: String? = nil, idToken: String? = nil) {
      self.email = email
      self.oobCode = oobCode
      self.idToken = idToken
    }
  }

  package struct Response: SessionAnswer, Codable, Equatable, Sendable {
    package var kind: String?
    package var email: String?
    package var isNewUser: Bool?
    package var idToken: String?
    package var refreshToken: String?
    package var expiresIn: String?
    package var localId: String?
    package var mfaPendingCredential: String?
    package var mfaInfo: [MFAEnrollment]?

    package init() {
      kind = "identitytoolkit#EmailLinkSigninResponse"
    }
  }
}
