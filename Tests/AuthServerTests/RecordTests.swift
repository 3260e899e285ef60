import Crypto
import Essentials
import IdentityToolkit
import Testing

@testable import AuthServer

@Suite struct RecordTests {
  private struct Boat: Record {
    static let table: StaticString = "boats"

    var id: Int64 = 0
    var harbor = ""
    var berth = 0
    var oars: Int? = 2
    var builtAt = 0

    mutating func exchange(with row: inout some Row) throws(StorageFailure) {
      try row.column("id", &id, .id)
      try row.column("harbor", &harbor, .key)
      try row.column("berth", &berth, .key)
      try row.column("oars", &oars)
      try row.column("built_at", &builtAt, .fixed)
    }
  }

  private static let boats: StaticString = """
    CREATE TABLE boats (id INTEGER PRIMARY KEY, built_at INTEGER, oars INTEGER, harbor TEXT, berth INTEGER,
      UNIQUE (harbor, berth))
    """
  private static let schema = Schema(tables: [boats])

  @Test func everyStatementFollowsFromTheColumns() throws {
    #expect(
      try SQL.select(Boat.self, where: "berth = ? ORDER BY id").text()
        == "SELECT id, harbor, berth, oars, built_at FROM boats WHERE berth = ? ORDER BY id")
    let insertion = "INSERT INTO boats (harbor, berth, oars, built_at) VALUES (?2, ?3, ?4, ?5)"
    #expect(try SQL.insert(Boat.self).text() == insertion)
    #expect(try SQL.update(Boat.self).text() == "UPDATE boats SET oars = ?4 WHERE id = ?1")
    #expect(
      try SQL.store(Boat.self).text()
        == insertion + " ON CONFLICT (harbor, berth) DO UPDATE SET oars = excluded.oars")
    #expect(
      try SQL.deleteOldest(2, of: Boat.self, where: "built_at < ?").text()
        == "DELETE FROM boats WHERE id IN (SELECT id FROM boats ORDER BY id LIMIT 2) AND built_at < ?")
  }

  @Test func aRowIsReadAsItWasWritten() throws {
    try Store(at: .memory, schema: Self.schema).write { (transaction: Transaction) throws in
      let connection = transaction.connection
      func boats() throws -> [String] {
        try connection.all(Boat.self, where: "id > ? ORDER BY id", 0).map {
          "\($0.id) \($0.harbor) \($0.berth) \($0.oars ?? -1) \($0.builtAt)"
        }
      }
      #expect(try connection.insert(Boat(harbor: "Oslo", berth: 4, builtAt: 1990)) == 1)
      #expect(try connection.insert(Boat(harbor: "Oslo", berth: 5, oars: nil, builtAt: 1991)) == 2)
      #expect(try boats() == ["1 Oslo 4 2 1990", "2 Oslo 5 -1 1991"])
      try connection.update(Boat(id: 2, harbor: "Rome", berth: 9, oars: 6, builtAt: 2000))
      try connection.store(Boat(harbor: "Oslo", berth: 4, oars: 8, builtAt: 2000))
      try connection.store(Boat(harbor: "Rome", berth: 1, oars: 1, builtAt: 2000))
      #expect(try boats() == ["1 Oslo 4 8 1990", "2 Oslo 5 6 1991", "3 Rome 1 1 2000"])
      #expect(try connection.first(Boat.self, where: "harbor = ?", "Bonn") == nil)
    }
  }

  @Test func anAccountIsReadAsItWasWritten() throws {
    let store = try Store(at: .memory)
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    var account = Account(localID: "kim", project: 1, phone: PhoneNumber(e164: "+14155550100"), now: now)
    account.id = 1
    account.email = try EmailAddress("kim@example.com")
    account.isEmailVerified = true
    account.displayName = "Kim"
    account.photoURL = "https://example.com/kim.png"
    account.customAttributes = "{}"
    account.isDisabled = true
    account.isFictional = true
    account.lastLoginAt = now + 1
    account.lastRefreshAt = now + 2
    account.validSince = now + 3
    account.generation = 4
    account.initialEmail = try EmailAddress("old@example.com")
    account.hasEmailLink = true
    account.hasWithdrawnFactors = true
    account.isCustomAuth = true
    account.isAnonymous = true
    account.formerPasswordUpdatedAt = now + 5
    account.password = StoredPassword(
      hash: [1], salt: [2], algorithm: .scrypt(.init(cost: 16, blockSize: 8, parallelism: 1)),
      updatedAt: now + 4)
    func stored() throws -> Account? { try store.read { transaction in try transaction.account(row: 1) } }
    let inserted = try store.write { [account] transaction in try transaction.insert(account) }
    #expect(inserted == account)
    #expect(try stored() == account)
    var plain = Account(localID: "kim", project: 1, now: now)
    plain.id = 1
    try store.write { [plain] transaction in try transaction.update(plain) }
    #expect(try stored() == plain)
  }

  @Test(arguments: [
    ("generation", "-1"), ("phone", "7"), ("password_cost", "3"), ("disabled", "2"), ("created_at", "'now'"),
  ])
  func aValueThatNobodyWroteIsToldByItsTableAndColumn(_ column: String, _ value: String) throws {
    let store = try Store(at: .memory)
    var account = Account(localID: "kim", project: 1, now: Date(timeIntervalSince1970: 0))
    account.password = StoredPassword(
      hash: [1], salt: [2], algorithm: .scrypt(.init(cost: 16, blockSize: 8, parallelism: 1)),
      updatedAt: account.createdAt)
    try store.write { [account] in
      _ = try $0.insert(account)
      try $0.connection.runScript("UPDATE accounts SET \(column) = \(value)")
    }
    #expect(
      throws: StorageFailure.corrupt(
        path: ":memory:", reason: "a value in its column accounts.\(column) cannot be right")
    ) { try store.read { transaction in try transaction.account(row: 1)?.id } }
  }

  /// Or an account would lose its way in to another one.
  @Test func anIdentityIsNeverTakenFromAnotherAccount() throws {
    let store = try Store(at: .memory)
    let identity = ProviderIdentity(provider: "google.com", rawID: "1")
    try store.write { try $0.store(identity, account: 1, project: 1) }
    var renamed = identity
    renamed.displayName = "Kim"
    try store.write { [renamed] in try $0.store(renamed, account: 1, project: 1) }
    #expect(throws: StorageFailure.self) {
      try store.write { try $0.store(identity, account: 2, project: 1) }
    }
    let kept = try store.read { transaction in
      [try transaction.identities(account: 1), try transaction.identities(account: 2)]
    }
    #expect(kept == [[renamed], []])
  }
}
