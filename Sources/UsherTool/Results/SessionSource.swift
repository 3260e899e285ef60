/// Where a session comes from, in results.
enum SessionSource {
  /// It is saved here; any other word is the variable that gives it.
  static let saved = "saved"
}
