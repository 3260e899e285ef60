private import LibC

/// Runs `body` on a new thread.
///
/// Nobody waits for it.
package func startThread(_ body: @escaping @Sendable () -> Void) throws(ListenError) {
  try startThread(takesSignals: true, body)
}

/// - Parameters:
///   - stackSize: The size in bytes. By default, the system decides.
///   - takesSignals: Whether the process's signals may interrupt the thread.
func startThread(
  stackSize: Int? = nil, takesSignals: Bool, _ body: @escaping @Sendable () -> Void
) throws(ListenError) {
  let code = DetachedThread.start(stackSize: stackSize, takesSignals: takesSignals, body)
  if code != 0 { throw .failed(reason: String(cString: strerror(code))) }
}
