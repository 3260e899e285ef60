import HTTP

/// The RPC that returns a token to the local challenge script after a person has passed it.
///
/// The token is valid for one request.
package enum SolveRecaptcha: RPC {
  package static let route = RPCRoute(.localServer, .post, "recaptcha/token")

  package struct Request: Codable, Equatable, Sendable {
    package var siteKey: String?
    /// For an Enterprise key.
    package var action: RecaptchaAction?

    package init(siteKey: String?, action: RecaptchaAction? = nil) {
      self.siteKey = siteKey
      self.action = action
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    package var token: String?
    /// In seconds, as a decimal string.
    package var expiresIn: DecimalText?

    package init(token: String?, expiresIn: DecimalText?) {
      self.token = token
      self.expiresIn = expiresIn
    }
  }
}
