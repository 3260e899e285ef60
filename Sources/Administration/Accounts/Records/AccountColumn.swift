/// The columns of the CSV of `firebase auth:export`, of which older versions write fewer.
///
/// The order is that of `firebase/firebase-tools`, `src/accountExporter.ts` and its tests. There is no header.
enum AccountColumn {
  static let localId = 0
  static let email = 1
  static let emailVerified = 2
  static let passwordHash = 3
  static let salt = 4
  static let displayName = 5
  static let photoUrl = 6
  static let createdAt = 23
  static let lastLoginAt = 24
  static let phoneNumber = 25
  static let disabled = 26
  static let customAttributes = 27
  static let count = 52

  /// Where the four columns of a provider begin: `rawId`, `email`, `displayName`, `photoUrl`.
  static let providers = [
    ("google.com", 7), ("facebook.com", 11), ("twitter.com", 15), ("github.com", 19), ("apple.com", 28),
    ("microsoft.com", 32), ("gc.apple.com", 36), ("playgames.google.com", 40), ("linkedin.com", 44),
    ("yahoo.com", 48),
  ]
}
