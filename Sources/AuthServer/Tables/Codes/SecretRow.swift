import Crypto

/// A row that a client finds by a secret, of which only the hash is stored.
protocol SecretRow: Record {
  var hash: [UInt8] { get set }
}

extension Transaction {
  func insert<R: SecretRow>(_ row: R, secret: some Sequence<UInt8>) throws(StorageFailure) {
    var row = row
    row.hash = Digest.sha256(secret)
    try connection.insert(row)
  }

  /// Returns the row with this secret, or nil if it is unknown or already used.
  func find<R: SecretRow>(
    _ type: R.Type, secret: some Sequence<UInt8>, project: Int64
  ) throws(StorageFailure) -> R? {
    try connection.first(type, where: "hash = ? AND project = ?", Digest.sha256(secret), project)
  }

  /// Consumes the row with this secret and returns it, or returns nil if it is unknown or already used.
  func take<R: SecretRow>(
    _ type: R.Type, secret: some Sequence<UInt8>, project: Int64
  ) throws(StorageFailure) -> R? {
    guard let found = try find(type, secret: secret, project: project) else { return nil }
    try connection.delete(type, where: "hash = ?", found.hash)
    return found
  }

  /// Consumes the row with this secret, and returns whether it existed.
  @discardableResult
  func delete<R: SecretRow>(
    _ type: R.Type, secret: some Sequence<UInt8>
  ) throws(StorageFailure) -> Bool {
    try connection.delete(type, where: "hash = ?", Digest.sha256(secret)) > 0
  }
}
