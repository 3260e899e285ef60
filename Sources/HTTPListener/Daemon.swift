internal import CMicroHTTPD
internal import HTTP

/// A running libmicrohttpd daemon.
struct Daemon: @unchecked Sendable {
  private let daemon: OpaquePointer
  /// What the daemon's callbacks are given, kept until it has stopped.
  private let context: Unmanaged<Service>

  // Only the pages of it that are touched cost memory.
  private static let stackSize = 512 << 10

  init(
    service: Service, socket: ListeningSocket, configuration: HTTPListener.Configuration
  ) throws(ListenError) {
    let limit = OpenFiles.makeRoom(for: configuration.connectionLimit)
    context = Unmanaged.passRetained(service)
    let callbacks = cmicrohttpd_callbacks(
      began: Self.began, access: Self.access, completed: Self.completed, connection: Self.connection,
      context: context.toOpaque())
    guard
      let daemon = cmicrohttpd_start(
        socket.descriptor, UInt32(limit), configuration.headLimit, Self.stackSize, callbacks)
    else {
      context.release()
      throw .failed(reason: "libmicrohttpd does not start")
    }
    self.daemon = daemon
  }

  func quiesce() {
    cmicrohttpd_quiesce(daemon)
  }

  func stop() {
    cmicrohttpd_stop(daemon)
    context.release()
  }
}

/// The callbacks. A connection's context is its `Connection`, kept by the service; a request's is its
/// `Exchange`, kept from `began` to `completed`.
extension Daemon {
  private static let connection: MHD_NotifyConnectionCallback = { service, connection, context, event in
    guard let service, let connection, let context else { return }
    let connections = Unmanaged<Service>.fromOpaque(service).takeUnretainedValue().connections
    let socket = cmicrohttpd_socket(connection)
    if event == .CONNECTION_NOTIFY_STARTED {
      context.pointee = Unmanaged.passUnretained(connections.add(socket)).toOpaque()
    } else {
      // The socket is still open, so its number is nobody else's yet.
      connections.remove(socket)
    }
  }

  private static let began:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) ->
      UnsafeMutableRawPointer? = { service, uri, connection in
        guard let service, let uri, let connection, let peer = cmicrohttpd_socket_context(connection)
        else { return nil }
        let exchange = Exchange(
          target: String(cString: uri),
          connection: Unmanaged<Connection>.fromOpaque(peer).takeUnretainedValue(),
          service: Unmanaged<Service>.fromOpaque(service).takeUnretainedValue())
        return Unmanaged.passRetained(exchange).toOpaque()
      }

  private static let access: MHD_AccessHandlerCallback = {
    _, connection, _, method, version, upload, uploadSize, exchange in
    guard let connection, let method, let version, let uploadSize, let pointer = exchange?.pointee
    else { return .NO }
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
    let bytes = UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
    uploadSize.pointee = 0
    let step = exchange.proceed(
      method: String(cString: method), version: String(cString: version), upload: bytes,
      headers: { HTTPHeaders(of: connection) })
    return switch step {
    case .readOn: .YES
    case .answer(let response): response.send(on: connection)
    case .hangUp: .NO
    }
  }

  private static let completed: MHD_RequestCompletedCallback = { _, _, exchange, _ in
    guard let exchange, let pointer = exchange.pointee else { return }
    Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue().end()
    exchange.pointee = nil
  }
}
