internal import LibC

/// A spinner at work, on a thread of its own.
final class TurningSpinner {
  #if canImport(Darwin)
    private var thread: pthread_t?
  #else
    private var thread = pthread_t()
  #endif
  /// Closed, it ends the turning.
  private let end: Int32
  private let turning: Turning

  /// Nil where the system has nothing left to turn it with; the work goes on without.
  init?(on output: FileOutput, saying words: String, after delay: Duration) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    end = ends[1]
    turning = Turning(on: output, saying: words, after: delay, until: ends[0])
    guard start() else { return nil }
  }

  /// Returns when the line is clear.
  func stop() {
    close(end)
    #if canImport(Darwin)
      if let thread { pthread_join(thread, nil) }
    #else
      pthread_join(thread, nil)
    #endif
  }

  private func start() -> Bool {
    // Signals are for the thread that waits for the work, which they interrupt.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let turning = Unmanaged.passRetained(turning)
    let problem = pthread_create(
      &thread, nil,
      { turning in
        Turning.run(turning)
        return nil
      }, turning.toOpaque())
    if problem != 0 {
      turning.release()
      close(end)
    }
    return problem == 0
  }
}

/// What the thread does.
private final class Turning: Sendable {
  private let frames: [String]
  private static let pace = Duration.milliseconds(125)

  private let output: FileOutput
  private let delay: Duration
  private let end: Int32

  /// - Parameter end: readable when it is time.
  init(on output: FileOutput, saying words: String, after delay: Duration, until end: Int32) {
    frames = ["|", "/", "-", "\\"].map { TerminalLine.clear + $0 + " " + words }
    self.output = output
    self.delay = delay
    self.end = end
  }

  deinit { close(end) }

  static func run(_ turning: UnsafeMutableRawPointer?) {
    guard let turning else { return }
    Unmanaged<Turning>.fromOpaque(turning).takeRetainedValue().run()
  }

  private func run() {
    var isShown = false
    var turn = 0
    while !hasEnded(within: turn == 0 ? delay : Self.pace) {
      // While the job is in the background the screen is another's.
      if !output.isInBackground {
        try? output.write(frames[turn % frames.count])
        isShown = true
      }
      turn += 1
    }
    if isShown, !output.isInBackground { try? output.write(TerminalLine.clear) }
  }

  private func hasEnded(within limit: Duration) -> Bool {
    var watched = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, Int32(limit / .milliseconds(1))) != 0
  }
}

/// A sign on a terminal that the program works, for whoever waits.
package struct Spinner: Sendable {
  /// Who waits no longer than this sees nothing.
  package static let patience = Duration.milliseconds(400)

  private let output: FileOutput
  private let words: String
  private let delay: Duration

  /// - Parameter words: What stands beside the sign. They are short: a line that wraps could not be taken back.
  package init(on output: FileOutput, saying words: String, after delay: Duration = patience) {
    self.output = output
    self.words = words
    self.delay = delay
  }

  /// Does `work`, and shows meanwhile that it takes its time; nothing of that stays on the screen.
  package func turn<Result, Failure>(
    during work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let turning = TurningSpinner(on: output, saying: words, after: delay)
    defer { turning?.stop() }
    return try work()
  }
}
