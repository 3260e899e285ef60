import LibC

/// A client's end of an encrypted connection on loopback, for peers that do not keep to HTTP. It trusts anybody.
final class TLSPeer {
  private let socket: RawSocket
  private let library: TLSLibrary
  private let context: OpaquePointer
  private let session: OpaquePointer

  init(connectedTo port: UInt16) throws {
    library = try TLSLibrary()
    socket = RawSocket(connectedTo: port)
    guard let context = library.newContext(library.method()) else { throw TLSLibrary.Problem() }
    guard let session = library.newSession(context), library.setDescriptor(session, socket.descriptor) == 1,
      library.connect(session) == 1
    else {
      library.freeContext(context)
      throw TLSLibrary.Problem()
    }
    (self.context, self.session) = (context, session)
  }

  deinit {
    library.freeSession(session)
    library.freeContext(context)
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = library.write(session, bytes, Int32(bytes.count))
  }

  /// What comes next, in one piece of at most 16 KiB; nothing at the end.
  func receive() -> String {
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    let count = library.read(session, &bytes, Int32(bytes.count))
    return String(decoding: bytes.prefix(max(0, Int(count))), as: UTF8.self)
  }
}

/// The functions of libssl that a client needs.
private struct TLSLibrary {
  struct Problem: Error {}

  let method: @convention(c) () -> OpaquePointer?
  let newContext: @convention(c) (OpaquePointer?) -> OpaquePointer?
  let freeContext: @convention(c) (OpaquePointer) -> Void
  let newSession: @convention(c) (OpaquePointer) -> OpaquePointer?
  let freeSession: @convention(c) (OpaquePointer) -> Void
  let setDescriptor: @convention(c) (OpaquePointer, Int32) -> Int32
  let connect: @convention(c) (OpaquePointer) -> Int32
  let read: @convention(c) (OpaquePointer, UnsafeMutableRawPointer, Int32) -> Int32
  let write: @convention(c) (OpaquePointer, UnsafeRawPointer, Int32) -> Int32

  init() throws {
    let library = dlopen("libssl.so.3", RTLD_LAZY | RTLD_LOCAL)
    func find<Function>(_ name: String) throws -> Function {
      guard let symbol = dlsym(library, name) else { throw Problem() }
      return unsafeBitCast(symbol, to: Function.self)
    }
    method = try find("TLS_client_method")
    newContext = try find("SSL_CTX_new")
    freeContext = try find("SSL_CTX_free")
    newSession = try find("SSL_new")
    freeSession = try find("SSL_free")
    setDescriptor = try find("SSL_set_fd")
    connect = try find("SSL_connect")
    read = try find("SSL_read")
    write = try find("SSL_write")
  }
}
