import AuthServer
import Essentials
import HTTP
import TerminalIO

/// What a server of this process says on standard error, from any thread; each is nil where that has to be quiet.
///
/// At a terminal, it is in the reader's language. Anywhere else it is a log, in English.
struct Announcements {
  /// Writes one line. Nobody may be there to read it.
  let tell: (@Sendable (Text) -> Void)?

  init(_ world: World, _ settings: RunSettings) {
    guard !settings.options.quiet, !settings.wantsJSON else {
      tell = nil
      return
    }
    let catalog = world.standardError.isTerminal ? world.catalog : .english
    tell = { [errors = world.standardError] line in
      try? errors.write(SafeText.line(line.in(catalog)) + "\n")
    }
  }

  /// Shows what was "sent", for whoever waits for its code or link; it is in the outbox, too.
  var messages: (@Sendable (SentMessage) -> Void)? {
    guard let tell else { return nil }
    return { message in
      let content = message.link ?? message.code ?? message.text
      tell(
        message.kind == "sms"
          ? "SMS to \(message.recipient): \(content)"
          : "Mail to \(message.recipient), \(message.subject ?? ""): \(content)")
    }
  }

  /// Says what is not set up as it was meant to be, on a server of `project`.
  ///
  /// - Parameter isNamed: Whether the project was named. Then a request for another one is probably a mistake.
  func notices(for project: String, isNamed: Bool = false) -> (@Sendable (ServerNotice) -> Void)? {
    guard let tell else { return nil }
    return { notice in
      switch notice {
      case .foreignProject(let other) where isNamed:
        tell(
          "warning: a request names the project \(other), but this server is for \(project). They share no accounts."
        )
        tell("To serve the other project:")
        tell(Text(verbatim: "  usher serve --project \(other)"))
      case .foreignProject(let other):
        tell("A request names the project \(other). Requests without a project go to \(project).")
      case .unsignedCustomToken:
        tell(
          "usher refused an unsigned custom token. Admin SDKs do not sign them for an emulator. To accept them:"
        )
        tell(Text(verbatim: "  usher serve --policy-set custom-token-signatures=false"))
      case .unverifiedApp:
        tell("A request has no valid App Check token. The policy app-check=enforced would refuse it.")
      case .uncheckedPassword(let reason):
        // Whoever typed it is told that it is wrong.
        tell(
          "warning: usher cannot check the password of an account (\(reason)), so it refused it. Reset the password."
        )
      case .functionsFound(let place):
        tell(
          "usher tells the functions at \(place.origin.authority) of new and deleted accounts (\(place.source))."
        )
      case .eventFailed(let answer):
        tell(
          "warning: usher could not send an event in ten tries (\(answer)). To see it, and to send it again:")
        tell(Text(verbatim: "  usher local events"))
        tell(Text(verbatim: "  usher local events --retry"))
      case .eventsDropped(let count):
        tell("warning: too many events wait, so usher deleted the oldest: \(count).")
      case .eventsUnsent(let count):
        tell("warning: usher ended before it could send these events: \(count).")
      }
    }
  }
}
