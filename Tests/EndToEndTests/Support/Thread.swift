import LibC

/// Runs `body` beside the test.
func startThread(_ body: @escaping @Sendable () -> Void) {
  // Not a queue's: those are few, and everybody here waits.
  let box = Unmanaged.passRetained(Work(body))
  var thread = pthread_t()
  let problem = pthread_create(
    &thread, nil,
    {
      Unmanaged<Work>.fromOpaque($0!).takeRetainedValue().body()
      return nil
    }, box.toOpaque())
  guard problem == 0 else { fatalError("no thread to be had") }
  pthread_detach(thread)
}

private final class Work {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
