import LibC
import Testing

/// Runs `body` on as many threads of their own, as blocking calls need, and waits for all of them.
package func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) {
  let threads = (0..<count).map { index in
    let work = Unmanaged.passRetained(Work { #expect(throws: Never.self) { try body(index) } })
    var id = pthread_t()
    pthread_create(
      &id, nil,
      {
        Unmanaged<Work>.fromOpaque($0!).takeRetainedValue().run()
        return nil
      }, work.toOpaque())
    return id
  }
  for thread in threads { pthread_join(thread, nil) }
}

private final class Work {
  let run: () -> Void

  init(_ run: @escaping () -> Void) {
    self.run = run
  }
}
