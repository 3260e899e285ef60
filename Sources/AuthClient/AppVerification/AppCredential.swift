import Essentials

/// A credential that verifies the app: a receipt, and the secret that came with a push.
package struct AppCredential: Equatable, Sendable {
  package var receipt: String
  package var secret: String?

  package init(receipt: String, secret: String? = nil) {
    self.receipt = receipt
    self.secret = secret
  }
}

extension AppCredential: Codable {
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSONKey.self)
    receipt = try members.decode(String.self, forKey: "receipt")
    secret = try members.decodeIfPresent(String.self, forKey: "secret")
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: JSONKey.self)
    try members.encode(receipt, forKey: "receipt")
    try members.encodeIfPresent(secret, forKey: "secret")
  }
}

/// The app's credential, and the receipts of pushes that have not come yet.
package struct AppCredentials: Equatable, Sendable {
  package var credential: AppCredential?
  /// Receipts whose push has not come yet.
  package var pendingReceipts: [String] = []

  package init(credential: AppCredential? = nil) {
    self.credential = credential
  }

  /// The limit of Apple's SDK.
  static let pendingLimit = 32

  mutating func expect(_ receipt: String) {
    pendingReceipts = pendingReceipts.filter { $0 != receipt }.suffix(Self.pendingLimit - 1) + [receipt]
  }
}

extension AppCredentials: Codable {
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSONKey.self)
    credential = try members.decodeIfPresent(AppCredential.self, forKey: "credential")
    pendingReceipts = try members.decode([String].self, forKey: "pending_receipts")
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: JSONKey.self)
    try members.encodeIfPresent(credential, forKey: "credential")
    try members.encode(pendingReceipts, forKey: "pending_receipts")
  }
}
