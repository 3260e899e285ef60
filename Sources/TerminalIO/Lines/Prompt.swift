internal import CSystem
internal import LibC

/// A question that stands at a terminal.
///
/// What was typed before it stood is not its answer. What is left when it is answered, or given up, is
/// dropped: a message that is pasted here was written by a person else, and the next to read the terminal is
/// a shell, to which its second line would be a command.
final class Prompt {
  enum Event {
    case input
    /// The process was stopped and goes on; the question is no longer on the screen.
    case resumed
    case resized
  }

  let device: TerminalDevice
  private let before: TerminalModes
  private let during: TerminalModes
  private let marksPastes: Bool
  private let deadline: ContinuousClock.Instant?
  private let interruption: Int32
  private let relief: Int32
  /// While it stands.
  private var watch: TerminalWatch?

  /// - Parameters:
  ///   - modes: the terminal's modes while it stands, made of those before.
  ///   - marksPastes: whether the terminal is asked to.
  ///   - interruption: a descriptor that ends a wait when it becomes readable.
  ///   - relief: another, which makes the answer needless; the wait then counts as interrupted.
  init(
    on device: consuming TerminalDevice, modes: (TerminalModes) -> TerminalModes, marksPastes: Bool,
    within limit: Duration?, interruption: Int32, relief: Int32 = -1
  ) throws(TerminalError) {
    before = try TerminalModes(of: device)
    during = modes(before)
    self.device = device
    self.marksPastes = marksPastes
    deadline = limit.map { .now + $0 }
    self.interruption = interruption
    self.relief = relief
  }

  deinit { withdraw() }

  /// Makes the terminal ready for the answer; from here on what is typed counts.
  func stand() throws(TerminalError) {
    watch = TerminalWatch()
    // Before anything is shown: whoever types as soon as it is must be neither seen nor lost.
    try set(before.unbuffered, flushing: false)
    if device.hasInput(within: .zero) { device.discardInput() }
    try set(during, flushing: true)
    if marksPastes { device.write(BracketedPaste.on) }
  }

  /// The lines that were pasted with the one that has just ended, in a terminal's own line mode: that would keep back
  /// the last one, which has no end.
  func restOfPaste() throws(TerminalError) -> PastedText {
    try set(before.unbuffered, flushing: false)
    let paste = try device.restOfPaste()
    try set(during, flushing: false)
    return paste
  }

  /// Leaves the terminal as it was, with nothing in it to be read.
  func withdraw() {
    guard let watch else { return }
    // Otherwise the modes are another job's.
    if !device.isInBackground {
      if marksPastes { device.write(BracketedPaste.off) }
      before.unbuffered.restore(to: device)
      device.discardInput()
      before.restore(to: device)
    }
    let stopWanted = watch.event() == .stop
    self.watch = nil
    if stopWanted { raise(SIGTSTP) }
  }

  /// Waits for something to be typed, or for something that the screen has to follow.
  func next() throws(TerminalError) -> Event {
    while true {
      var watched = [interruption, watch?.descriptor ?? -1, device.descriptor, relief].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let ready = poll(&watched, nfds_t(watched.count), deadline.map(milliseconds(until:)) ?? -1)
      if ready < 0 && errno != EINTR { throw .io(reason: systemMessage(errno)) }
      if ready > 0 && (watched[0].revents != 0 || watched[3].revents != 0) { throw .interrupted }
      if ready > 0 && watched[1].revents != 0, let event = watch?.event() { return try follow(event) }
      if ready > 0 && watched[2].revents != 0 { return .input }
      if let deadline, deadline <= .now { throw .timedOut }
    }
  }

  private func follow(_ event: TerminalWatch.Event) throws(TerminalError) -> Event {
    if event == .resize { return .resized }
    device.write("\n")
    withdraw()
    raise(SIGTSTP)
    // The shell's `kill` lets a stopped process go on in the background, where it is not to take up the
    // terminal again.
    if isInterrupted { throw .interrupted }
    try stand()
    return .resumed
  }

  private func set(_ modes: TerminalModes, flushing: Bool) throws(TerminalError) {
    while true {
      do throws(TerminalError) {
        return try modes.apply(to: device, flushing: flushing)
      } catch .interrupted where !isInterrupted {
        // By a signal that does not end the wait.
      }
    }
  }

  private var isInterrupted: Bool {
    var watched = pollfd(fd: interruption, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, 0) > 0
  }
}

/// Rounded up, so that the wait is over when it says so.
private func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
  let left = max(.zero, ContinuousClock.now.duration(to: deadline))
  return Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up)))
}

/// Notes, while a prompt stands, what happens to its terminal by signal. One at a time.
final class TerminalWatch {
  enum Event {
    /// Ctrl-Z: the process is to stop.
    case stop
    /// The window has another size.
    case resize
  }

  /// Readable while there is an event.
  let descriptor: Int32

  init() { descriptor = csystem_watch_terminal() }

  deinit { csystem_unwatch_terminal() }

  /// What was noted since the last call.
  func event() -> Event? {
    switch csystem_take_terminal_event() {
    case csystem_terminal_stop: .stop
    case csystem_terminal_resize: .resize
    default: nil
    }
  }
}
