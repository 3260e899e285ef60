import LibC

/// Runs `body` on a thread with as much stack as a listener gives a connection, and waits for it.
func withStackOfConnection(_ body: @escaping @Sendable () -> Void) {
  let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
  defer { attributes.deallocate() }
  pthread_attr_init(attributes)
  pthread_attr_setstacksize(attributes, 512 << 10)
  inThreads(1, attributes, body)
  pthread_attr_destroy(attributes)
}
