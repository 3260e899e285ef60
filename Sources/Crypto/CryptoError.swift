/// What cannot be used as a key, or a refusal of libcrypto or the system.
package enum CryptoError: Error, Equatable, Sendable {
  /// Not an RSA private key in PKCS#1 DER.
  case unreadablePrivateKey
  /// Not an RSA public key, or one of no usable size.
  case unreadablePublicKey
  /// Not an X.509 certificate in PEM, or not of an RSA key.
  case unreadableCertificate
  /// libcrypto could not do what it always can; out of memory, say.
  case failed(operation: String)
  /// A library that only this needs is not installed.
  case missingLibrary(String)
  /// The system's source of random bytes is missing, or closed to this process.
  case noRandomBytes(errno: Int32)
}

// The release binary knows no names of cases.
extension CryptoError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadablePrivateKey: "no RSA private key"
    case .unreadablePublicKey: "no RSA public key"
    case .unreadableCertificate: "no certificate of an RSA key"
    case .failed(let operation): "libcrypto failed: \(operation)"
    case .missingLibrary(let name): "\(name) is not installed"
    case .noRandomBytes(let errno): "no random bytes (error \(errno))"
    }
  }
}
