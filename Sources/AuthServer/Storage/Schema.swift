/// The shape of the database, as the list of steps that made it.
///
/// A change is one more step at the end; steps that were released stay as they are.
struct Schema: Sendable {
  var steps: [StaticString]

  /// What `PRAGMA user_version` says when every step is done.
  var version: Int { steps.count }

  /// `PRAGMA application_id` of this project's databases: "ushr".
  static let applicationID = 0x7573_6872
}
