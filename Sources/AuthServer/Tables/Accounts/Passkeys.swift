import Essentials
import WebAuthn

struct Passkey: Sendable, Equatable {
  /// The row, or zero if it is not stored yet.
  var id: Int64 = 0
  /// Base64url; any text where answers of authenticators are not verified.
  var credentialID: String
  var name: String
  /// In COSE form; nil if nothing was verified at the enrollment.
  var publicKey: [UInt8]?
  var counter: UInt32 = 0
  var isBackupEligible = false
  var isBackedUp = false
  var enrolledAt: Date

  /// The credential for verifying the next answer; nil if there is no key for that.
  var credential: VerifiedCredential? {
    guard let publicKey, let key = try? COSEKey(publicKey), let id = Base64URL.decode(credentialID)
    else { return nil }
    return VerifiedCredential(
      id: id, key: key, counter: counter, isBackupEligible: isBackupEligible, isBackedUp: isBackedUp)
  }

  /// Keeps what an authenticator said in a verified answer.
  mutating func note(_ credential: VerifiedCredential) {
    publicKey = credential.key.encoded
    counter = credential.counter
    isBackupEligible = credential.isBackupEligible
    isBackedUp = credential.isBackedUp
  }
}

struct PasskeyRow: Record {
  static let table: StaticString = "passkeys"

  var project: Int64 = 0
  var account: Int64 = 0
  var passkey = Passkey(credentialID: "", name: "", enrolledAt: .distantPast)

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &passkey.id, .id)
    try row.column("project", &project)
    try row.column("account", &account)
    try row.column("credential_id", &passkey.credentialID)
    try row.column("name", &passkey.name)
    try row.column("public_key", &passkey.publicKey)
    var counter = Int64(passkey.counter)
    try row.column("sign_count", &counter, in: 0...Int64(UInt32.max))
    passkey.counter = UInt32(counter)
    try row.column("backup_eligible", &passkey.isBackupEligible)
    try row.column("backed_up", &passkey.isBackedUp)
    try row.column("enrolled_at", &passkey.enrolledAt)
  }
}

extension Transaction {
  /// Returns the passkeys of an account, oldest first.
  func passkeys(account: Int64) throws(StorageFailure) -> [Passkey] {
    try connection.all(PasskeyRow.self, where: "account = ? ORDER BY id", account).map(\.passkey)
  }

  /// Returns the passkeys of the accounts, by the row of their account.
  func passkeys(of accounts: [Account]) throws(StorageFailure) -> [Int64: [Passkey]] {
    if accounts.count == 1 { return [accounts[0].id: try passkeys(account: accounts[0].id)] }
    let rows = try connection.all(
      PasskeyRow.self, where: "account IN (SELECT value FROM json_each(?)) ORDER BY id", accounts.rowList)
    return Dictionary(grouping: rows, by: \.account).mapValues { $0.map(\.passkey) }
  }

  /// Returns the passkey with this ID and the row of its account.
  func passkey(
    credentialID: String, project: Int64
  ) throws(StorageFailure) -> (passkey: Passkey, account: Int64)? {
    try connection.first(
      PasskeyRow.self, where: "project = ? AND credential_id = ?", project, credentialID
    ).map { ($0.passkey, $0.account) }
  }

  /// Returns whether any account of the project has a passkey.
  func hasPasskeys(project: Int64) throws(StorageFailure) -> Bool {
    try connection.first(PasskeyRow.self, where: "project = ? LIMIT 1", project) != nil
  }

  /// Stores a new passkey, whose ID no other one of the project has.
  func insert(_ passkey: Passkey, account: Int64, project: Int64) throws(StorageFailure) {
    try connection.insert(PasskeyRow(project: project, account: account, passkey: passkey))
  }

  /// Stores what an authenticator said last.
  func noteUse(of passkey: Passkey) throws(StorageFailure) {
    try connection.run(
      "UPDATE passkeys SET sign_count = ?, backed_up = ? WHERE id = ?", Int64(passkey.counter),
      passkey.isBackedUp, passkey.id)
  }

  func deletePasskey(row id: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM passkeys WHERE id = ?", id)
  }

  func deletePasskeys(account: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM passkeys WHERE account = ?", account)
    try connection.run("DELETE FROM passkey_challenges WHERE account = ?", account)
  }

  func deletePasskeys(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM passkeys WHERE project = ?", project)
    try connection.run("DELETE FROM passkey_challenges WHERE project = ?", project)
  }
}
