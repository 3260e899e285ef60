import LibC

/// Code that reads untrusted bytes, with the properties that hold for all inputs.
struct FuzzTarget: Sendable {
  /// The name for `.ci/fuzz`, and of the folder with its seeds.
  let name: String
  let check: @Sendable ([UInt8]) -> Void

  static let all = [
    arguments, link, linkGrowth, token, state, request, appFile, phoneNumber, mail, configuration,
    authenticator, accounts, totpSecret, samlMessage,
  ]

  /// The maximum processor time for one input; it finds code whose time grows faster than the input.
  static let longest: Duration = .milliseconds(100)

  /// Checks `bytes`, and that the check does not take long.
  func run(_ bytes: [UInt8]) {
    var time = timeToCheck(bytes)
    // Measure again: about once in a million inputs, something else takes the time, such as the sanitizer's cleanup.
    for _ in 0..<3 where time > Self.longest { time = min(time, timeToCheck(bytes)) }
    demand(time <= Self.longest, "\(bytes.count) bytes take \(time)")
  }

  private func timeToCheck(_ bytes: [UInt8]) -> Duration {
    let start = Self.processorTime
    check(bytes)
    return Self.processorTime - start
  }

  /// This thread's processor time, which does not include other work on the machine.
  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// Checks a condition like `precondition`, but also shows the message in an optimized build.
func demand(_ condition: Bool, _ complaint: @autoclosure () -> String) {
  if !condition { fatalError(complaint()) }
}
