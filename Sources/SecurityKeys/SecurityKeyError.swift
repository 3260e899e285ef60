/// A security key cannot be used, or it refuses.
package enum SecurityKeyError: Error, Equatable, Sendable {
  /// The library libfido2 is not installed. Debian has it in the package `libfido2-1`.
  case libraryMissing
  /// The device is not connected, or no longer.
  case noDevice
  /// The security key does this only with its PIN.
  case pinRequired
  /// The PIN is wrong. Without tries left, only a reset helps, and it erases the credentials.
  case wrongPIN(triesLeft: Int?)
  /// After too many wrong PINs, the security key takes no other until it is connected again, or ever.
  case pinBlocked
  /// The security key has one of the credentials that must not be there.
  case credentialExcluded
  /// The security key has no credential for the relying party, or none of those that are allowed.
  case noCredential
  /// Nobody touched the security key in time.
  case timedOut
  /// The user refused at the security key, or the operation was cancelled.
  case cancelled
  /// The security key does not know FIDO2, cannot keep credentials or cannot verify its user.
  case unsupported
  /// Any other error, with libfido2's code and its name or a reason.
  case failed(code: Int, text: String)
}
