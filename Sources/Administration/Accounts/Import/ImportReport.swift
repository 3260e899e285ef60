/// What an import has done so far.
package struct ImportReport: Equatable, Sendable {
  package var stored = 0
  package var refused = 0
  /// Accounts of which the service did not say clearly whether it stored them.
  package var unclear = 0
  /// Accounts that a local server got without their password, because nothing says how it was hashed.
  package var passwordsOmitted = 0
  /// Hashes that were given, and belong to no account of the file.
  package var hashesUnmatched = 0
  /// How many users of another service lost something, by its kind.
  package var losses: [AccountOrigin.Loss: Int] = [:]
  /// The first refusals. Their number has a limit, and `refused` counts all of them.
  package var refusals: [Refusal] = []
  /// The index of the first account without an answer, where the import can continue.
  package var reached: Int

  /// An account that was not stored.
  package struct Refusal: Equatable, Sendable {
    /// The account's index in the file; nil if the service named none of the accounts that it got.
    package let index: Int?
    package let uid: String?
    package let reason: Reason

    package init(index: Int?, uid: String?, reason: Reason) {
      (self.index, self.uid, self.reason) = (index, uid, reason)
    }
  }

  package enum Reason: Error, Equatable, Sendable {
    /// The file has no hash, but the text that hides it.
    case redactedHash
    /// The hash is one of Firebase's emulator and contains the password, and the service takes real hashes only.
    case emulatorHash
    /// The hash or its salt is not base64.
    case hashNotBase64
    /// The account describes its hash, and the description has an error.
    case hashParameters(HashParameters.Flaw)
    /// The service's own words.
    case service(String)
  }

  mutating func add(_ refusal: Refusal, keeping limit: Int) {
    if refusal.index != nil { refused += 1 }
    if refusals.count < limit { refusals.append(refusal) }
  }
}
