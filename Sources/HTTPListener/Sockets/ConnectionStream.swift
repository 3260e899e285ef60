private import CTLS

/// The data of a connection, plain or with TLS.
///
/// It is used on the connection's thread.
struct ConnectionStream: ByteSource {
  private let connection: Connection
  /// The session of libssl, or nil without TLS.
  private let session: OpaquePointer?

  /// Returns nil if the TLS handshake fails.
  init?(_ connection: Connection, identity: TLSIdentity?) {
    self.connection = connection
    session = identity?.session(on: connection.socket)
    if identity != nil, session == nil { return nil }
  }

  func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count =
      if let session {
        ctls_read(session, buffer.baseAddress, buffer.count)
      } else {
        connection.receive(into: buffer)
      }
    if count > 0 { connection.progress(by: count) }
    return count
  }

  /// Returns whether all bytes were sent.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        // The system reports progress only after each piece.
        let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.piece))
        let isTaken =
          if let session {
            ctls_write(session, piece.baseAddress, piece.count) == piece.count
          } else {
            connection.send(piece)
          }
        guard isTaken else { return false }
        connection.progress(by: piece.count)
        rest = rest.dropFirst(piece.count)
      }
      return true
    }
  }

  private static let piece = 64 << 10

  /// Shows the peer that no more data follows.
  ///
  /// Nothing can be received after it.
  func end() {
    if let session { ctls_end(session) }
    connection.stopWriting()
  }
}
