import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import TerminalIO

struct LocalOutbox: ToolCommand, AtLocalServer {
  static let name = "local outbox"
  static let abstract: Text = "Show the SMS and e-mails of the local server."
  static let discussion = """
    A local server keeps its last hundred messages. Firebase's emulator shows only unused codes.
    """
  static let arguments: [Argument<Self>] = [
    .option(\.phone, "phone", value: "NUMBER", help: "Show only messages to this number.")
      .excluding("--email"),
    .option(\.email, "email", value: "EMAIL", help: "Show only messages to this address."),
    .flag(\.latest, "latest", help: "Show only the newest, with its parts at the top of the JSON."),
    .flag(
      \.copy, "copy",
      help: "With --latest, copy the code or link to the clipboard instead of printing it."),
    .option(\.wait, "wait", value: "TIME", help: "Wait this long for a message."),
  ]
  static let examples = [
    Example("usher local outbox", "List the messages."),
    Example(
      "usher local outbox --phone +16505550123 --latest --field code", "Print the newest code for a number."),
  ]

  var phone: String?
  var email: String?
  var latest = false
  var copy = false
  var wait: Duration?

  struct Result: CommandResult {
    var messages: [MessageResult]
    /// With `--latest`, this replaces the list.
    var latest: MessageResult?

    private enum CodingKeys: CodingKey {
      case messages
    }

    init(messages: [MessageResult], latest: MessageResult? = nil) {
      self.messages = messages
      self.latest = latest
    }

    init(from decoder: any Decoder) throws {
      latest = try MessageResult(from: decoder)
      messages = try decoder.container(keyedBy: CodingKeys.self).decode(
        [MessageResult].self, forKey: .messages)
    }

    func encode(to encoder: any Encoder) throws {
      if let latest { return try latest.encode(to: encoder) }
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(messages, forKey: .messages)
    }
  }

  func report(in context: Context) throws -> Report<Result> {
    if copy {
      try context.settings.checkCopying()
      guard latest else {
        throw UsageError.misuse("--copy needs --latest: it copies the code of one message")
      }
    }
    let recipient =
      try phone.map { try PhoneNumber.read($0).e164 } ?? email.map { try EmailAddress.read($0).text }
    let server = try context.service.localServer()
    let messages = try messages(at: server, to: recipient, context)
    guard latest else {
      return Report(
        .ok, Result(messages: messages.map(MessageResult.init)),
        lines: messages.flatMap { $0.lines(columns: context.output.columns, at: context.world.now()) },
        notes: messages.isEmpty ? ["No messages for project \(try context.place.destination().project)."] : []
      )
    }
    guard let newest = messages.last else {
      throw Diagnosis(
        wait == nil ? .noMessage : .timedOut,
        recipient.map { "no message was sent to \($0)" } ?? "no message was sent",
        hint: hint(recipient), retry: .same)
    }
    let result = Result(messages: [], latest: MessageResult(newest))
    guard copy else {
      return Report(
        .ok, result, lines: newest.lines(columns: context.output.columns, at: context.world.now()))
    }
    try context.person.copy(newest.link ?? newest.code ?? newest.text)
    return Report(.ok, result)
  }

  /// - Parameter recipient: The recipient that was asked for.
  private func hint(_ recipient: String?) -> Hint {
    if wait == nil { return "wait for one with --wait" }
    return recipient == nil
      ? "try again with a longer --wait" : Hint("see the messages to others", ["usher", "local", "outbox"])
  }

  private func messages(
    at server: LocalServerAdmin, to recipient: String?, _ context: Context
  ) throws -> [OutboxMessage] {
    let end = context.world.now() + (wait?.seconds ?? 0)
    while true {
      let messages = try server.messages(to: recipient)
      if !messages.isEmpty || context.world.now() >= end { return messages }
      context.world.pause(.milliseconds(100))
      if context.world.interruption() != nil { throw TerminalError.interrupted }
    }
  }
}

extension OutboxMessage {
  /// For people. A line that is too long for a terminal is broken between words: half a code or half a link is
  /// worth nothing.
  /// - Parameter columns: how many a line holds; nil where it does not go to a terminal.
  func lines(columns: Int?, at now: Date) -> [Text] {
    let time = Date(rfc3339: sentAt)?.timeOfDay(asOf: now) ?? sentAt
    let head = [time, to].filter { !$0.isEmpty }.map(SafeText.line).joined(separator: "  ")
    let line = head + "  " + SafeText.line(text)
    guard let columns, LineWrapping.width(line) > columns else { return [Text(verbatim: line)] }
    let paragraphs = text.split(whereSeparator: \.isNewline).map { "  " + SafeText.line(String($0)) }
    return ([head] + paragraphs).map { Text(verbatim: $0) }
  }
}

/// A message of the local server, as part of a result.
struct MessageResult: Codable, Sendable {
  var kind: String
  var to: String
  var from: String?
  var replyTo: String?
  var code: String?
  var link: String?
  var subject: String?
  var text: String
  var sentAt: String?

  init(_ message: OutboxMessage) {
    kind = message.kind
    to = message.to
    from = message.from
    replyTo = message.replyTo
    code = message.code
    link = message.link
    subject = message.subject
    text = message.text
    sentAt = message.sentAt.isEmpty ? nil : message.sentAt
  }
}
