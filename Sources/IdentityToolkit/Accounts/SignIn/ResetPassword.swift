import HTTP

/// The RPC `accounts:resetPassword`, which checks a mailed code of any kind, or sets a new password with one.
package enum ResetPassword: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/accounts:resetPassword", legacyName: "resetPassword")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var oobCode: String?
    package var newPassword: String?
    package var tenantId: String?

    package init(oobCode: String? = nil, newPassword: String? = nil) {
      self.oobCode = oobCode
      self.newPassword = newPassword
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    package var kind: String?
    /// Absent for sign-in links: the link must not reveal the address.
    package var email: String?
    package var newEmail: String?
    package var requestType: OobRequestType?
    package var mfaInfo: MFAEnrollment?

    package init(email: String? = nil, newEmail: String? = nil, requestType: OobRequestType? = nil) {
      kind = "identitytoolkit#ResetPasswordResponse"
      self.email = email
      self.newEmail = newEmail
      self.requestType = requestType
    }
  }
}
