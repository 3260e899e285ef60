private import LibC

/// Runs `body` on a thread of its own, which nobody waits for.
package func startThread(_ body: @escaping @Sendable () -> Void) throws(ListenError) {
  try startThread(takesSignals: true, body)
}

/// - Parameters:
///   - stackSize: in bytes; by default what the system gives.
///   - takesSignals: whether the process's signals may interrupt it.
func startThread(
  stackSize: Int? = nil, takesSignals: Bool, _ body: @escaping @Sendable () -> Void
) throws(ListenError) {
  let code = DetachedThread.start(stackSize: stackSize, takesSignals: takesSignals, body)
  if code != 0 { throw .failed(reason: String(cString: strerror(code))) }
}
