internal import CSystem

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
