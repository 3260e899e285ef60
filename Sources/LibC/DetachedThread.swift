/// A thread that nobody waits for.
package enum DetachedThread {
  /// Runs `body` on a new thread.
  ///
  /// - Parameters:
  ///   - stackSize: The stack size in bytes; nil for the system's default.
  ///   - takesSignals: Whether the thread handles the process's signals. In a library it must not, because signals
  ///     belong to the program's own threads. SIGPIPE, for example, would end the process when a connection is cut.
  /// - Returns: 0, or the system's error number if the thread could not be started.
  package static func start(
    stackSize: Int? = nil, takesSignals: Bool, _ body: @escaping @Sendable () -> Void
  ) -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let context = Unmanaged.passRetained(Body(takesSignals: takesSignals, run: body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = pthread_create(
      &thread, &attributes,
      { context in
        Body.run(context)
        return nil
      }, context.toOpaque())
    if code != 0 { context.release() }
    return code
  }

  private final class Body: Sendable {
    private let takesSignals: Bool
    private let run: @Sendable () -> Void

    init(takesSignals: Bool, run: @escaping @Sendable () -> Void) {
      self.takesSignals = takesSignals
      self.run = run
    }

    static func run(_ context: UnsafeMutableRawPointer?) {
      guard let context else { return }
      let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
      if !body.takesSignals {
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
      }
      body.run()
    }
  }
}
