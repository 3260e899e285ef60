import AuthServer
import TerminalIO

// What whoever runs a server of this process is told on standard error, from any thread; nil where that has to
// be quiet.
extension Context {
  /// Writes one line. Nobody may be there to read it.
  var serverNotice: (@Sendable (String) -> Void)? {
    guard !options.quiet, !wantsJSON else { return nil }
    return { [standardError] line in try? standardError.write(SafeText.line(line) + "\n") }
  }

  /// Shows what was "sent", for whoever waits for its code or link; it is in the outbox, too.
  var announcement: (@Sendable (SentMessage) -> Void)? {
    guard let tell = serverNotice else { return nil }
    return { message in
      let content = message.link ?? message.code ?? message.text
      tell(
        message.kind == "sms"
          ? "SMS to \(message.recipient): \(content)"
          : "Mail to \(message.recipient), \(message.subject ?? ""): \(content)")
    }
  }

  /// Says why a password could not be checked: whoever typed it is told that it is wrong.
  var uncheckedAnnouncement: (@Sendable (String) -> Void)? {
    guard let tell = serverNotice else { return nil }
    return { reason in
      tell("warning: A password was refused as wrong that cannot be checked (\(reason)): it has to be reset.")
    }
  }

  /// Says that the server, which serves `project`, was asked for another one.
  func foreignProjectAnnouncement(beside project: String) -> (@Sendable (String) -> Void)? {
    guard let tell = serverNotice else { return nil }
    return { other in
      tell("A request is for the project \(other): apps without a project of their own are in \(project).")
    }
  }
}
