import Essentials

/// A sign-in that continues on another device (RFC 8628).
package struct DeviceAuthorization: Sendable, Equatable {
  /// The secret with which this program polls.
  let deviceCode: String
  /// The code that the person enters.
  package let userCode: String
  /// The address where the person enters it.
  package let verificationURI: String
  /// The address that includes the code, for a QR code.
  package let completeURI: String?
  package let lifetime: Duration
  /// How long to wait before the first poll and between polls.
  package let interval: Duration

  /// Returns nil if a member is missing.
  init?(_ answer: JSONValue) {
    func text(_ name: String) -> String? { answer[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    // Google uses the name `verification_url`.
    guard let deviceCode = text("device_code"), let userCode = text("user_code"), userCode.utf8.count <= 64,
      let uri = text("verification_uri") ?? text("verification_url"), EndpointAddress(uri) != nil
    else { return nil }
    self.deviceCode = deviceCode
    self.userCode = userCode
    verificationURI = uri
    completeURI = text("verification_uri_complete").flatMap { EndpointAddress($0) == nil ? nil : $0 }
    lifetime = .seconds(min(max(answer["expires_in"]?.integer ?? 600, 1), 3600))
    interval = .seconds(min(max(answer["interval"]?.integer ?? 5, 1), 60))
  }

  /// The provider's answer to a poll.
  package enum Poll: Sendable, Equatable {
    case pending
    /// The polls are too frequent: wait five seconds longer between them from now on.
    case slowDown
    case granted(TokenAnswer)
  }
}
