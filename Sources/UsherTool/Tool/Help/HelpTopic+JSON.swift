package import CommandKit
import Essentials

extension HelpTopic {
  static let jsonText = HelpText(
    jsonFields,
    prose: """
      --json prints one object on one line. Each command adds its own fields: usher help json COMMAND lists \
      them. An error goes to standard error, and standard output stays empty. The exit status is the same as \
      without --json. Times are RFC 3339 in UTC. Later versions may add fields.

      --field a.b prints one value. null is an empty line. If this result does not have the field, the exit status is \
      1. It is 64 if no result of the command can have it. Elements of a list have numbers from 0: account.mfa.0.id is \
      the \
      first of account.mfa[].id. The fields below claims.* depend on the token.
      """)

  /// All of usher's own values of `error.code`.
  package static let errorCodes = HelpText(
    UsherErrorCode.allCases.map { ($0.rawValue, Text(verbatim: "Exit \($0.exit.rawValue): \($0.meaning)")) },
    prose: "exec and curl end with 125 instead of these, except for 126 and 127.")

  /// The fields that many results share, taken from their types, and their meanings.
  static let jsonFields: [(name: String, meaning: Text)] =
    (ResultFields.of(Envelope.self) + shared.map(\.name) + ResultFields.of(ErrorResult.self)).map { field in
      let fields = shared.first { $0.name == field }?.fields ?? []
      let meaning = Text(english: meanings[field] ?? "")
      return (field, fields.isEmpty ? meaning : "\(meaning) Its fields: \(fields.joined(separator: ", ")).")
    }

  /// The parts that many results share.
  private static let shared: [(name: String, fields: [String])] = [
    ("next_step", ResultFields.of(NextStepResult.self)), ("pending", ResultFields.of(PendingResult.self)),
    ("account", ResultFields.of(AccountResult.self)), ("session", ResultFields.of(SessionResult.self)),
  ]

  package static let meanings = [
    "v": "1; it changes only when something breaks.",
    "command": "The command's name.",
    "status":
      "ok, pending (a code or link is needed), more_needed (exit 3), failed (doctor found something) or error.",
    "profile": "The profile in use; null if usher does not know it yet.",
    "endpoint": "The endpoint of the command; null if usher does not know it yet.",
    "warnings[]": "Notices; without --json they go to standard error.",
    "next_step": "The next step: argv is a command, needs what you must add to it.",
    "pending": "The step that waits for a code or a link; its id is null if usher does not keep it.",
    "account": "The account as the server last showed it.",
    "session": "The session; the token is renewed after expires_at.",
    "error.code":
      "The JavaScript SDK's name, like auth/code-expired, or usher's own, which usher-json(7) lists.",
    "error.exit": "The exit status.",
    "error.message": "What went wrong, for people.",
    "error.server_code": "The server's name for the error.",
    "error.retry": "never, same (the same may work again) or new-input.",
    "error.retry_after": "Seconds until another try makes sense.",
    "error.tries_left": "How many more codes the step takes, if usher knows it.",
    "error.hint": "What to do next, for people: the first way.",
    "error.next_step.argv[]": "The next step: a command.",
    "error.next_step.needs[]": "What you must add to the command: code or link.",
  ]
}
