private import LibC

/// Runs `body` on a thread of its own, which nobody waits for.
package func startThread(_ body: @escaping @Sendable () -> Void) throws(ListenError) {
  try startThread(stackSize: nil, body)
}

/// - Parameter stackSize: in bytes; by default what the system gives.
func startThread(stackSize: Int?, _ body: @escaping @Sendable () -> Void) throws(ListenError) {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  let context = Unmanaged.passRetained(ThreadBody(body))
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let code = pthread_create(
    &thread, &attributes,
    { context in
      ThreadBody.run(context)
      return nil
    }, context.toOpaque())
  guard code == 0 else {
    context.release()
    throw .failed(reason: String(cString: strerror(code)))
  }
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
