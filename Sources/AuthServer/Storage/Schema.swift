/// The structure of the database: its tables, and the steps that update a file of an earlier version.
///
/// For a change, edit the tables and add a step at the end. Released steps never change. A new file gets the tables
/// directly.
struct Schema: Sendable {
  /// The version from which the first step starts.
  ///
  /// Older databases are not supported.
  var first = 1
  var tables: [StaticString]
  var steps: [StaticString] = []

  /// The value of `PRAGMA user_version` after all steps.
  var version: Int { first + steps.count }

  /// The `PRAGMA application_id` of this project's databases: "ushr".
  static let applicationID = 0x7573_6872
}
