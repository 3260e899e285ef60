import HTTPListener

extension LocalServer {
  /// Starts to listen on a port of 127.0.0.1, over plain HTTP.
  ///
  /// Any SDK with emulator support can use it.
  ///
  /// ```swift
  /// auth.useEmulator(withHost: "127.0.0.1", port: try server.listen())
  /// ```
  ///
  /// Anybody who can reach the port can act as the project's owner, as with Firebase's emulator.
  /// - Parameter port: The port to listen on. 0 means any free port, or the port of an earlier call.
  /// - Returns: The port.
  /// - Throws: ``LocalServerError/portTaken(_:)`` and similar errors; ``LocalServerError/stopped``.
  @discardableResult
  public func listen(port: Int = 0) throws(LocalServerError) -> Int {
    guard let number = UInt16(exactly: port) else {
      throw .cannotListen(reason: "a port is a number from 0 to 65535")
    }
    return Int(try core.listen(port: number).port)
  }

  /// The port that the server listens on, or nil if it does not listen.
  public var port: Int? { core.listener.map { Int($0.port) } }

  /// The server's address, `http://127.0.0.1:PORT`, or nil if it does not listen.
  public var origin: String? { core.origin }

  /// Stops the server for good: the port closes, planned delays end, and calls of clients fail.
  ///
  /// Blocks until the requests that arrived over the port are answered, for ten seconds at most. You can still read the
  /// server's data through this object. You can call this more than once, and from any thread.
  public func stop() {
    core.stop()
  }
}
