internal import CSystem
internal import LibC

/// The signals by which a person or the system asks the process to end.
///
/// Once watched they are only noted: a prompt or a request that waits is interrupted, whoever waited cleans
/// up, and the process then dies of the same signal, so that its parent sees the true cause.
package enum Interruption {
  /// Ctrl-C, Ctrl-\, `kill`, and the terminal that goes away.
  private static let ends = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]

  package static func watch() {
    for signal in ends { watch(signal) }
  }

  /// Watches the signals while `body` runs, for a program that has handlers of its own, which it gets back.
  ///
  /// Signals that the program ignores are not watched.
  /// - Returns: The result, and the signal that came last.
  package static func watching<Result>(_ body: () -> Result) -> (Result, signal: Int32?) {
    // A child program changes the last one.
    let signals = ends + [SIGCHLD]
    var before = signals.map { signal in
      var action = sigaction()
      sigaction(signal, nil, &action)
      return action
    }
    forget()
    watch()
    let result = body()
    for index in signals.indices { sigaction(signals[index], &before[index], nil) }
    let noted = signal
    forget()
    return (result, noted)
  }

  /// Sends the program a signal that came while it was watched.
  package static func passOn(_ signal: Int32) { kill(getpid(), signal) }

  package static func watch(_ signal: Int32) {
    _ = csystem_note_signal(signal)
  }

  /// The signal that was noted last.
  package static var signal: Int32? {
    let noted = csystem_noted_signal()
    return noted == 0 ? nil : noted
  }

  /// A descriptor to poll beside others: readable once a signal was noted. Negative if none is watched.
  package static var descriptor: Int32 { csystem_noted_signal_descriptor() }

  /// Waits, and no longer once a signal was noted, also one that came before.
  @Sendable package static func sleep(_ duration: Duration) {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&watched, 1, Int32(clamping: Int((duration / .milliseconds(1)).rounded(.up))))
  }

  /// Goes on as if nothing had been noted.
  package static func forget() { csystem_forget_signal() }

  /// Dies of `signal`, as if it had never been watched.
  package static func die(of signal: Int32) -> Never {
    csystem_die_of(signal)
    fatalError("a process outlived its end")
  }
}
