/// What shows the service that a genuine app calls: a receipt, and the secret that came for it by push.
package struct AppCredential: Codable, Equatable, Sendable {
  package var receipt: String
  package var secret: String?

  package init(receipt: String, secret: String? = nil) {
    self.receipt = receipt
    self.secret = secret
  }
}

/// How the server was shown that a genuine app calls.
package struct AppCredentials: Codable, Equatable, Sendable {
  package var credential: AppCredential?
  /// Receipts whose pushed secret has not come yet.
  package var pendingReceipts: [String] = []

  package init(credential: AppCredential? = nil) {
    self.credential = credential
  }

  /// As many as Apple's SDK keeps.
  static let pendingLimit = 32

  mutating func expect(_ receipt: String) {
    pendingReceipts = pendingReceipts.filter { $0 != receipt }.suffix(Self.pendingLimit - 1) + [receipt]
  }

  private enum CodingKeys: String, CodingKey {
    case credential
    case pendingReceipts = "pending_receipts"
  }
}
