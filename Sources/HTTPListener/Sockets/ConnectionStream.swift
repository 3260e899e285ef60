private import CTLS

/// What is said on a connection, as it is or encrypted. Lives on the connection's thread.
struct ConnectionStream: ByteSource {
  private let connection: Connection
  /// Of libssl; nil where nothing is encrypted.
  private let session: OpaquePointer?

  /// Nil where the peer and this end do not agree on how to encrypt.
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

  /// Whether all of it was taken.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        // How far it is, the system says of each piece alone.
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

  /// Lets the peer see that nothing more comes. Nothing can be received after it.
  func end() {
    if let session { ctls_end(session) }
    connection.stopWriting()
  }
}
