/// The shape of the database: its tables, and the steps that bring a file of an earlier version to them.
///
/// A change is made in the tables and as one more step at the end; steps that were released stay as they are. A
/// new file is made of the tables at once.
struct Schema: Sendable {
  /// The version that the first step starts from. A database of a version before it is not read.
  var first = 1
  var tables: [StaticString]
  var steps: [StaticString] = []

  /// What `PRAGMA user_version` says when every step is done.
  var version: Int { first + steps.count }

  /// `PRAGMA application_id` of this project's databases: "ushr".
  static let applicationID = 0x7573_6872
}
