import LibC

/// A thread of its own, which nobody waits for. The process's signals go to others.
enum DetachedThread {
  /// Whether there was room for one more, which then runs `body`.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let context = Unmanaged.passRetained(Body(body))
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
    return code == 0
  }

  private final class Body: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }

    static func run(_ context: UnsafeMutableRawPointer?) {
      guard let context else { return }
      // Above all SIGPIPE, which a connection that is cut would end the process with.
      var signals = sigset_t()
      sigfillset(&signals)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      Unmanaged<Body>.fromOpaque(context).takeRetainedValue().body()
    }
  }
}
