import HTTPListener

extension LocalServer {
  /// Answers on a port of 127.0.0.1 from now on, over plain HTTP: any SDK that is told of an emulator can call it.
  ///
  /// ```swift
  /// auth.useEmulator(withHost: "127.0.0.1", port: try server.listen())
  /// ```
  ///
  /// Whoever reaches the port is the project's owner, if they say so, as with Firebase's emulator.
  /// - Parameter port: 0 is any free one, or that of an earlier call.
  /// - Returns: The port.
  /// - Throws: ``LocalServerError/portTaken(_:)`` and its like; ``LocalServerError/stopped``.
  @discardableResult
  public func listen(port: Int = 0) throws(LocalServerError) -> Int {
    guard let number = UInt16(exactly: port) else {
      throw .cannotListen(reason: "a port is a number from 0 to 65535")
    }
    return Int(try core.listen(port: number).port)
  }

  /// The port that the server listens on; nil where it does not.
  public var port: Int? { core.listener.map { Int($0.port) } }

  /// `http://127.0.0.1:PORT`, by which programs reach the server; nil where it does not listen.
  public var origin: String? { port.map { "http://127.0.0.1:\($0)" } }

  /// Stops answering, for good: the port is closed, planned delays end, and clients find nobody there.
  ///
  /// Blocks until the requests that had come in over the port are answered, for ten seconds at most. What the server knows can
  /// still be asked of this object. May be called more than once, and from any thread.
  public func stop() {
    core.stop()
  }
}
