private import LibC

/// Runs `body` on a thread of its own, which nobody waits for.
package func startThread(_ body: @escaping @Sendable () -> Void) throws(ListenError) {
  let context = Unmanaged.passRetained(ThreadBody(body))
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let code = pthread_create(
    &thread, nil,
    { context in
      ThreadBody.run(context)
      return nil
    }, context.toOpaque())
  guard code == 0 else {
    context.release()
    throw .failed(reason: String(cString: strerror(code)))
  }
  #if canImport(Darwin)
    if let thread { pthread_detach(thread) }
  #else
    pthread_detach(thread)
  #endif
}

private final class ThreadBody: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  static func run(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().body()
  }
}
