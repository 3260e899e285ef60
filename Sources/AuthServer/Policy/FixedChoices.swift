// These choices have one value. They are entries so that the list of differences is complete.

/// The texts of mails.
package enum MailTexts: String, CaseIterable, Sendable {
  /// Those of this project.
  case own = "own"
}

/// What happens to an uploaded account whose address another account has.
package enum DuplicateAddresses: String, CaseIterable, Sendable {
  /// It is not stored, because each account is found by its address.
  case refused = "refused"
}
