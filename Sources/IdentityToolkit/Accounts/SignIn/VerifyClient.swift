import HTTP

/// The RPC `accounts:verifyIosClient`, which asks for a silent push to the device of `appToken`, which only the app
/// receives.
///
/// The answer contains the receipt, and the push contains its secret; see `VerificationPush`.
package enum VerifyClient: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/accounts:verifyIosClient", legacyName: "verifyClient")

  package struct Request: Codable, Equatable, Sendable {
    /// The device's token in upper-case hexadecimal.
    package var appToken: String?
    package var isSandbox: Bool?

    package init(appToken: String?, isSandbox: Bool? = nil) {
      self.appToken = appToken
      self.isSandbox = isSandbox
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    package var receipt: String?
    /// How long to wait for the push, in seconds, as a decimal string.
    package var suggestedTimeout: DecimalText?

    package init(receipt: String?, suggestedTimeout: DecimalText?) {
      self.receipt = receipt
      self.suggestedTimeout = suggestedTimeout
    }
  }
}
