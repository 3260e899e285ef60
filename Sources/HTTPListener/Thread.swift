private import LibC

/// Runs `body` on a thread of its own, which nobody waits for.
package func startThread(_ body: @escaping @Sendable () -> Void) throws(ListenError) {
  try startThread(stackSize: nil, body)
}

/// - Parameter stackSize: in bytes; by default what the system gives.
func startThread(stackSize: Int?, _ body: @escaping @Sendable () -> Void) throws(ListenError) {
  let code = DetachedThread.start(stackSize: stackSize, takesSignals: true, body)
  if code != 0 { throw .failed(reason: String(cString: strerror(code))) }
}
