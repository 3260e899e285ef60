/// The silent push that brings an app the secret of its receipt.
package struct VerificationPush: Equatable, Sendable {
  package var receipt: String
  package var secret: String

  package init(receipt: String, secret: String) {
    self.receipt = receipt
    self.secret = secret
  }

  /// Nil for a notification that is about something else, the SDK's own forwarding probe among them.
  ///
  /// Firebase's member is an object or the text of one.
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

  /// The notification as a device gets it.
  package var notification: JSONValue {
    [
      "aps": ["content-available": 1],
      Self.name: ["receipt": .string(receipt), "secret": .string(secret)],
    ]
  }

  /// The member of a notification that is about authentication.
  package static let name = "com.google.firebase.auth"
}
