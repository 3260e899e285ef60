import IdentityToolkit

/// A sign-in that goes on on another machine: RFC 8628.
package struct DeviceAuthorization: Sendable, Equatable {
  /// What this program asks with; a secret.
  let deviceCode: String
  /// What the person types.
  package let userCode: String
  /// Where they type it.
  package let verificationURI: String
  /// The same with the code in it, for a QR code.
  package let completeURI: String?
  package let lifetime: Duration
  /// How long to wait before asking, and between asking again.
  package let interval: Duration

  /// Nil where something is missing.
  init?(_ answer: JSONValue) {
    func text(_ name: String) -> String? { answer[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    // Google writes `verification_url`.
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

  /// What the provider says while the person is still at it.
  package enum Poll: Sendable, Equatable {
    case pending
    /// Asked too often: from now on five seconds more between two questions.
    case slowDown
    case granted(TokenAnswer)
  }
}
