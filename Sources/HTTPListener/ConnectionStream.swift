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
    guard let session else { return connection.receive(into: buffer) }
    return ctls_read(session, buffer.baseAddress, buffer.count)
  }

  /// Whether all of it was taken.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    guard let session else { return connection.send(bytes) }
    return ctls_write(session, bytes, bytes.count) == bytes.count
  }

  /// Lets the peer see that nothing more comes. Nothing can be received after it.
  func end() {
    if let session { ctls_end(session) }
    connection.stopWriting()
  }
}
