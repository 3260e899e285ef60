import Administration
import Essentials
import IdentityToolkit
import LibC

extension FuzzTarget {
  /// Checks files with accounts: of `firebase auth:export`, of usher, and of other services.
  ///
  /// What was read must stay the same after it was written as usher's JSON. As CSV, it must become the same as before
  /// if it is written and read again.
  static let accounts = FuzzTarget(name: "accounts") { bytes in
    for origin in AccountOrigin.allCases { _ = read(bytes, named: "accounts.csv", from: origin) }
    for name in ["accounts.json", "accounts.csv"] {
      guard let records = read(bytes, named: name) else { continue }
      // A file has no version, and other forms of base64 and of missing values.
      guard let own = read(Array(AccountFormat.usher.text(of: records).utf8), named: "own.json") else {
        fatalError("usher's own file cannot be read")
      }
      demand(own.map(\.localId) == records.map(\.localId), "other accounts")
      demand(read(Array(AccountFormat.usher.text(of: own).utf8), named: "own.json") == own, "other members")
      // This would be a header.
      if records.first?.email?.asciiLowercased() == "email" { continue }
      let table = AccountFormat.csv.text(of: records)
      guard let rows = read(Array(table.utf8), named: "own.csv") else {
        demand(records.isEmpty, "usher's own table cannot be read")
        continue
      }
      demand(rows.count == records.count, "other rows")
      demand(AccountFormat.csv.text(of: rows) == table, "another table")
    }
  }

  private static func read(
    _ bytes: [UInt8], named name: String, from origin: AccountOrigin? = nil
  ) -> [AccountRecord]? {
    let path = (getenv("FUZZ_FOLDER").map { String(cString: $0) } ?? ".") + "/" + name
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    demand(write(file, bytes, bytes.count) == bytes.count, "no place to write")
    return try? AccountReader(path, from: origin).records()
  }
}
