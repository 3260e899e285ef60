import TerminalIO

extension SavedSession {
  /// What people call the account: its number, address or name, in one line.
  var title: String {
    SafeText.line(
      account.phone ?? account.email ?? account.displayName ?? (account.isAnonymous ? "anonymous" : uid))
  }
}
