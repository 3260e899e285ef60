package import Essentials

/// The silent push that delivers the secret of an app's receipt.
package struct VerificationPush: Equatable, Sendable {
  package var receipt: String
  package var secret: String

  package init(receipt: String, secret: String) {
    self.receipt = receipt
    self.secret = secret
  }

  /// Returns nil for other notifications, such as the SDK's own forwarding probe.
  ///
  /// Firebase's member is an object, or its JSON text.
  package init?(notification: JSONValue) {
    guard var content = notification[Self.name] else { return nil }
    if let text = content.string {
      guard let parsed = JSONValue(json: text) else { return nil }
      content = parsed
    }
    guard content["warning"] == nil, let receipt = content["receipt"]?.string, !receipt.isEmpty,
      let secret = content["secret"]?.string, !secret.isEmpty
    else { return nil }
    self.init(receipt: receipt, secret: secret)
  }

  /// The notification in the form that a device receives.
  package var notification: JSONValue {
    [
      "aps": ["content-available": 1],
      Self.name: ["receipt": .string(receipt), "secret": .string(secret)],
    ]
  }

  /// The name of the notification's member for authentication.
  package static let name = "com.google.firebase.auth"
}
