import AuthServer
import TerminalIO

extension Context {
  /// Shows, on standard error, what a server of this process "sent", for whoever waits for its code or link; nil
  /// where that has to be quiet.
  var announcement: (@Sendable (SentMessage) -> Void)? {
    guard !options.quiet, !wantsJSON else { return nil }
    return { [standardError] message in
      let content = message.link ?? message.code ?? message.text
      let line =
        message.kind == "sms"
        ? "SMS to \(message.recipient): \(content)"
        : "Mail to \(message.recipient), \(message.subject ?? ""): \(content)"
      // Nobody may be there to read it, and the message is in the outbox.
      try? standardError.write(SafeText.line(line) + "\n")
    }
  }

  /// Says that a server of this process, which serves `project`, was asked for another one.
  func foreignProjectAnnouncement(beside project: String) -> (@Sendable (String) -> Void)? {
    guard !options.quiet, !wantsJSON else { return nil }
    return { [standardError] other in
      let line =
        "A request is for the project \(other): apps without a project of their own are in \(project)."
      try? standardError.write(SafeText.line(line) + "\n")
    }
  }
}
