import HTTP

/// What the local challenge script asks once a person has passed it: a token that is good for one request.
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
    /// Seconds, as a decimal string.
    package var expiresIn: DecimalText?

    package init(token: String?, expiresIn: DecimalText?) {
      self.token = token
      self.expiresIn = expiresIn
    }
  }
}
