import AuthServer

/// The key that several servers sign their tokens with, so that not each has to make one, for a tenth of a second.
///
/// ```swift
/// let key = try TokenKey()
/// let server = try LocalServer(rules: .strict, tokenKey: key)
/// ```
public struct TokenKey: Sendable {
  /// Each kind of tokens has its own; that of ID tokens is the one that is made beforehand.
  let keys: SharedSigningKeys

  /// A new key, RSA of 2048 bits, of libcrypto's randomness.
  ///
  /// - Throws: ``LocalServerError/failed(reason:)`` where libcrypto is missing or refuses.
  public init() throws(LocalServerError) {
    do throws(StorageFailure) {
      keys = try SharedSigningKeys()
    } catch {
      throw LocalServerError(error)
    }
  }
}
