import LibC

/// Something that reads foreign bytes, and what must hold whatever they are.
struct FuzzTarget: Sendable {
  /// What `.ci/fuzz` and the folder of its seeds call it.
  let name: String
  let check: @Sendable ([UInt8]) -> Void

  static let all = [
    arguments, link, linkGrowth, token, state, request, appFile, phoneNumber, mail, configuration,
  ]

  /// How much of the processor's time one input may take. What it grows faster with than the input is found so.
  static let longest: Duration = .milliseconds(100)

  /// Checks `bytes`, and that it does not take long.
  func run(_ bytes: [UInt8]) {
    var time = timeToCheck(bytes)
    // Once in a million it is something else that took the time, the sanitizer tidying up say.
    for _ in 0..<3 where time > Self.longest { time = min(time, timeToCheck(bytes)) }
    demand(time <= Self.longest, "\(bytes.count) bytes take \(time)")
  }

  private func timeToCheck(_ bytes: [UInt8]) -> Duration {
    let start = Self.processorTime
    check(bytes)
    return Self.processorTime - start
  }

  /// What this thread has taken of a processor: other work on the machine does not count.
  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// Like `precondition`, and says what it missed in an optimized build too.
func demand(_ condition: Bool, _ complaint: @autoclosure () -> String) {
  if !condition { fatalError(complaint()) }
}
