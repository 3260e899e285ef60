private import CTLS
private import LibC

/// The certificate and key of a listener.
package final class TLSIdentity: Sendable {
  // The context of libssl, which locks it itself.
  private nonisolated(unsafe) let context: OpaquePointer

  /// A reason why a certificate cannot be used.
  package enum Problem: Error, Equatable, Sendable {
    /// libssl of OpenSSL 3 is not installed.
    case libraryMissing
    case unreadable(file: String, reason: String)
    /// Other users on this machine may read or change the key.
    case exposed(file: String)
    case noKey(file: String)
    case noCertificate(file: String)
    /// The key does not belong to the certificate.
    case otherKey(file: String)
  }

  /// Reads PEM files.
  ///
  /// It does not accept a key with a passphrase.
  /// - Parameter certificate: The file with the certificate, optionally followed by those of its issuers.
  package init(certificate: String, key: String) throws(Problem) {
    _ = try Self.status(of: certificate)
    let status = try Self.status(of: key)
    // Root's files are allowed with any mode, because containers mount them like this.
    guard status.st_uid == 0 || status.st_mode & S_IRWXO == 0 else { throw .exposed(file: key) }
    var context: OpaquePointer?
    switch ctls_make(certificate, key, &context) {
    case CTLS_READY: break
    case CTLS_NO_LIBRARY: throw .libraryMissing
    case CTLS_BAD_KEY: throw .noKey(file: key)
    case CTLS_OTHER_KEY: throw .otherKey(file: key)
    default: throw .noCertificate(file: certificate)
    }
    guard let context else { throw .noCertificate(file: certificate) }
    self.context = context
  }

  deinit {
    ctls_free(context)
  }

  /// Performs the TLS handshake.
  ///
  /// Returns a session of libssl, or nil if it fails.
  func session(on socket: Int32) -> OpaquePointer? {
    ctls_accept(context, socket)
  }

  private static func status(of file: String) throws(Problem) -> stat {
    var status = stat()
    guard access(file, R_OK) == 0, stat(file, &status) == 0 else {
      throw .unreadable(file: file, reason: String(cString: strerror(errno)))
    }
    return status
  }
}
