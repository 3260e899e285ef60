import IdentityToolkit

struct InboxContents: Sendable {
  /// The maximum number of accounts shown.
  ///
  /// The newest are shown.
  private static let accountLimit = 50

  /// The name: `PROJECT`, or `PROJECT/TENANT`.
  var project: String
  /// The projects and tenants that the server knows, including this one.
  var projects: [String]
  /// The messages, newest first.
  var messages: [SentMessage]
  /// The accounts, newest first.
  var accounts: [Account]
  var testNumbers: [(number: String, code: String)]

  init(_ call: Call) throws {
    let (names, config, messages, accounts) = try call.store.read { transaction in
      let project = try call.knownProject(in: transaction)
      return (
        try transaction.projectNames().filter(call.serves), project,
        try transaction.messages(to: nil, project: project.id),
        try transaction.newestAccounts(Self.accountLimit, project: project.id)
      )
    }
    let name = call.projectName.text
    project = name
    projects = names.contains(name) ? names : [name] + names
    self.messages = messages.reversed()
    self.accounts = accounts
    testNumbers = try call.settings(of: config).testNumbers.map { ($0.key.e164, $0.value) }
      .sorted { $0.number < $1.number }
  }
}
