import LibC

/// Blocks the client's own thread for some time.
enum Pause {
  static func wait(_ duration: Duration, for call: any InterruptibleWait) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end, !call.isInterrupted {
      usleep(useconds_t(10_000))
    }
  }
}
