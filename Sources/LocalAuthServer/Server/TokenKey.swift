import AuthServer

/// A signing key that several servers can share.
///
/// Creating one takes a tenth of a second.
///
/// ```swift
/// let key = try TokenKey()
/// let server = try LocalServer(rules: .strict, tokenKey: key)
/// ```
public struct TokenKey: Sendable {
  /// Each kind of token has its own key.
  ///
  /// Only the key for ID tokens is created in advance.
  let keys: SharedSigningKeys

  /// Creates a key: RSA with 2048 bits, with random numbers from libcrypto.
  ///
  /// - Throws: ``LocalServerError/failed(reason:)`` if libcrypto is missing or fails.
  public init() throws(LocalServerError) {
    do throws(StorageFailure) {
      keys = try SharedSigningKeys()
    } catch {
      throw LocalServerError(error)
    }
  }
}
