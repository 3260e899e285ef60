import HTTP

/// The RPC `accounts:signInWithPhoneNumber`, which exchanges a code, or a temporary proof, for tokens.
package enum SignInWithPhoneNumber: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/accounts:signInWithPhoneNumber", legacyName: "verifyPhoneNumber")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var sessionInfo: String?
    package var code: String?
    package var temporaryProof: String?
    package var phoneNumber: String?
    package var idToken: String?
    package var operation: VerifyOperation?
    package var tenantId: String?

    package init(
      sessionInfo: String? = nil, code: String? = nil, temporaryProof: String? = nil,
      phoneNumber: String? = nil, idToken: String? = nil, operation: VerifyOperation? = nil,
      tenantId: String? = nil
    ) {
      self.sessionInfo = sessionInfo
      self.code = code
      self.temporaryProof = temporaryProof
      self.phoneNumber = phoneNumber
      self.idToken = idToken
      self.operation = operation
      self.tenantId = tenantId
    }
  }

  /// The answer: tokens, a temporary proof, or a pending second factor.
  ///
  /// There is a temporary proof if the number belongs to another account.
  package struct Response: SessionAnswer, Codable, Equatable, Sendable {
    package var idToken: String?
    package var refreshToken: String?
    package var expiresIn: String?
    package var localId: String?
    package var isNewUser: Bool?
    package var phoneNumber: String?
    package var temporaryProof: String?
    package var temporaryProofExpiresIn: String?
    package var mfaPendingCredential: String?
    package var mfaInfo: [MFAEnrollment]?

    package init(
      localId: String? = nil, isNewUser: Bool? = nil, phoneNumber: String? = nil,
      temporaryProof: String? = nil, temporaryProofExpiresIn: String? = nil
    ) {
      self.localId = localId
      self.isNewUser = isNewUser
      self.phoneNumber = phoneNumber
      self.temporaryProof = temporaryProof
      self.temporaryProofExpiresIn = temporaryProofExpiresIn
    }
  }
}
