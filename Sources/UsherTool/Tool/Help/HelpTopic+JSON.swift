package import CommandKit

extension HelpTopic {
  static let jsonText = HelpText(
    jsonFields,
    prose: """
      --json prints one object on one line. The command's own fields stand beside these: usher help json COMMAND \
      lists them. Errors go to standard error, and standard output then stays empty. The exit status is the same \
      without --json. Times are RFC 3339 in UTC. Fields may be added.

      --field a.b prints one value bare: an empty line for null, exit 1 where this result lacks the field, \
      exit 64 where no result of the command can have it. The elements of a list go by number, from 0: \
      account.mfa.0.id is the first of account.mfa[].id. Below claims.* stands whatever the token says.
      """)

  /// Every `error.code` of ours.
  package static let errorCodes = HelpText(
    UsherErrorCode.allCases.map { ($0.rawValue, "Exit \($0.exit.rawValue): \($0.meaning)") },
    prose: "exec and curl end with 125 in place of all of these but 126 and 127.")

  /// The fields that many results share, as their types have them, and what they mean.
  static let jsonFields: [(name: String, meaning: String)] =
    (ResultFields.of(Envelope.self) + shared.map(\.name) + ResultFields.of(ErrorResult.self)).map { field in
      let fields = shared.first { $0.name == field }?.fields ?? []
      let list = fields.isEmpty ? "" : " Its fields: " + fields.joined(separator: ", ") + "."
      return (field, (meanings[field] ?? "") + list)
    }

  /// What the results of many commands have in common.
  private static let shared: [(name: String, fields: [String])] = [
    ("next_step", ResultFields.of(NextStepResult.self)), ("pending", ResultFields.of(PendingResult.self)),
    ("account", ResultFields.of(AccountResult.self)), ("session", ResultFields.of(SessionResult.self)),
  ]

  private static let meanings = [
    "v": "1; it changes only when something breaks.",
    "command": "The command's name.",
    "status":
      "ok, pending (a code or link is needed), more_needed (exit 3), failed (doctor found something) or error.",
    "profile": "The profile that was used; null where that was not yet known.",
    "endpoint": "Where the command went; null where that was not yet known.",
    "warnings[]": "Notices, which go to standard error without --json.",
    "next_step": "The next step: argv is a complete command, needs what you must add to it.",
    "pending": "The step that waits for a code or a link; its id is null where it is not kept.",
    "account": "The account as the server last showed it.",
    "session": "The session; the token is renewed after expires_at.",
    "error.code":
      "The JavaScript SDK's name, like auth/code-expired, or a name of ours, which usher-json(7) lists.",
    "error.exit": "The exit status.",
    "error.message": "What went wrong, for people.",
    "error.server_code": "What the server called it.",
    "error.retry": "never, same (the same may work again) or new-input.",
    "error.retry_after": "Seconds until another try makes sense.",
    "error.tries_left": "How many more codes the step takes, where that is known.",
    "error.hint": "What to do next, for people: the first way.",
    "error.next_step.argv[]": "The next step: a complete command.",
  ]
}
