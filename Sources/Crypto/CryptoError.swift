/// An error about an unusable key, or an error of libcrypto or the system.
package enum CryptoError: Error, Equatable, Sendable {
  /// The text is not a private key of the expected kind.
  case unreadablePrivateKey
  /// The text is not a public key of the expected kind.
  case unreadablePublicKey
  /// Others than its owner could sign with the key.
  case weakKey
  /// The text is not an X.509 certificate in PEM, or its key is not an RSA key.
  case unreadableCertificate
  /// libcrypto failed, for example because there is no memory.
  case failed(operation: String)
  /// A library that only this function needs is not installed.
  case missingLibrary(String)
  /// The system's source of random bytes is missing, or this process may not use it.
  case noRandomBytes(errno: Int32)
}

// In a release build, the names of cases are missing.
extension CryptoError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadablePrivateKey: "no private key"
    case .unreadablePublicKey: "no public key"
    case .weakKey: "the key is weak: an RSA key needs 2048 to 8192 bits and an odd exponent from 3 on"
    case .unreadableCertificate: "no certificate of an RSA key"
    case .failed(let operation): "libcrypto failed: \(operation)"
    case .missingLibrary(let name): "\(name) is not installed"
    case .noRandomBytes(let errno): "no random bytes (error \(errno))"
    }
  }
}
