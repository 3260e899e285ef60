/// A credential that verifies the app: a receipt, and the secret that came with a push.
package struct AppCredential: Codable, Equatable, Sendable {
  package var receipt: String
  package var secret: String?

  package init(receipt: String, secret: String? = nil) {
    self.receipt = receipt
    self.secret = secret
  }
}

/// The app's credential, and the receipts of pushes that have not come yet.
package struct AppCredentials: Codable, Equatable, Sendable {
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

  private enum CodingKeys: String, CodingKey {
    case credential
    case pendingReceipts = "pending_receipts"
  }
}
