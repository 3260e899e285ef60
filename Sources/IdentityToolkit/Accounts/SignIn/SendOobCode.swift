import HTTP

/// The RPC `accounts:sendOobCode`, which mails a link with a one-time ("out-of-band") code.
package enum SendOobCode: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/accounts:sendOobCode", legacyName: "getOobConfirmationCode")

  package struct Request: TenantBound, RecaptchaRequest, Codable, Equatable, Sendable {
    package var requestType: OobRequestType?
    package var email: String?
    package var newEmail: String?
    package var idToken: String?
    package var continueUrl: String?
    package var canHandleCodeInApp: Bool?
    package var iOSBundleId: String?
    package var iOSAppStoreId: String?
    package var androidPackageName: String?
    package var androidInstallApp: Bool?
    package var androidMinimumVersion: String?
    /// The web SDK's name for the same value.
    package var androidMinimumVersionCode: String?
    package var linkDomain: String?
    /// The old name of a link's domain, from the time of Dynamic Links.
    package var dynamicLinkDomain: String?
    /// This is `captchaResp` here, but `captchaResponse` everywhere else.
    package var captchaResp: String?
    package var recaptchaVersion: String?
    package var clientType: ClientType?
    package var tenantId: String?
    /// For administrators: whether to return the link and not mail it.
    package var returnOobLink: Bool?

    package init(_ requestType: OobRequestType? = nil) {
      self.requestType = requestType
    }

    package var captchaResponse: String? {
      get { captchaResp }
      set { captchaResp = newValue }
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    package var kind: String?
    package var email: String?
    package var oobCode: String?
    package var oobLink: String?

    package init(email: String?) {
      kind = "identitytoolkit#GetOobConfirmationCodeResponse"
      self.email = email
    }
  }
}
