internal import CSQLite

/// The SQLite library, which stores the accounts.
package enum SQLiteLibrary {
  package static var version: String { String(cString: sqlite3_libversion()) }
}
