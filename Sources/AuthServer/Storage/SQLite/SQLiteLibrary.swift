internal import CSQLite

/// SQLite, in which the accounts are kept.
package enum SQLiteLibrary {
  package static var version: String { String(cString: sqlite3_libversion()) }
}
