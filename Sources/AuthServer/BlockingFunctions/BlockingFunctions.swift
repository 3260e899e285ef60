import IdentityToolkit

/// The project's functions that have a say in whether an account is created, and whether a user signs in.
///
/// No transaction is open while a function runs. A sign-in that needs an answer is undone and run again with it, so
/// that everything is checked anew against what is true by then.
struct BlockingFunctions: Sendable {
  typealias Event = BlockingFunctionSettings.Event

  /// Each event once, and again where the account became another meanwhile.
  private static let mostCalls = 4

  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// Runs a transaction that may sign a user in.
  /// - Parameter body: gets the call by which it has to make accounts and open sessions, and its project.
  func write<Value: Sendable>(
    _ facts: SignInFacts,
    _ body: @escaping @Sendable (Call, Project, ProjectSettings, Transaction) throws -> Value
  ) throws -> Value {
    var answers: [Event: FunctionAnswer] = [:]
    for _ in 0...Self.mostCalls {
      let attempt = try call.store.write { [call, answers] transaction in
        var call = call
        let (project, settings) = try call.openProject(in: transaction)
        guard !settings.blockingFunctions.isEmpty
        else { return Attempt.done(try body(call, project, settings, transaction)) }
        call.functions = AskedFunctions(facts: facts, settings: settings.blockingFunctions, answers: answers)
        do {
          return .done(
            try transaction.undoing(Question.self) { try body(call, project, settings, transaction) })
        } catch let question as Question {
          return .asks(question)
        }
      }
      switch attempt {
      case .done(let value): return value
      case .asks(let question): answers[question.event] = try FunctionCall(call).answer(to: question)
      }
    }
    throw ServerError.blockingFunction("The account was changed again and again meanwhile.")
  }

  /// Stores a new account as the project's function will have it.
  func insert(_ account: Account, in transaction: Transaction) throws -> Account {
    var account = account
    try answer(.beforeCreate, about: account)?.apply(to: &account)
    return try transaction.insert(account)
  }

  /// Refuses a sign-in, or changes it as the project's function will have it.
  func admit(_ account: inout Account, _ session: inout AuthSession, in transaction: Transaction) throws {
    guard call.functions != nil else { return }
    // What a function has disabled stays, and stays out.
    try account.refuseIfDisabled()
    guard let answer = try answer(.beforeSignIn, about: account, session) else { return }
    if answer.changesAccount {
      answer.apply(to: &account)
      try transaction.update(account)
    }
    if let claims = answer.sessionClaims { session.claims = claims }
    try account.refuseIfDisabled()
  }

  /// Nil where nobody is to be asked.
  private func answer(
    _ event: Event, about account: Account, _ session: AuthSession? = nil
  ) throws -> FunctionAnswer? {
    guard let functions = call.functions, let function = functions.settings[event] else { return nil }
    if let answer = functions.answers[event], answer.localID == account.localID { return answer }
    throw Question(
      event: event, function: function, account: account, session: session, functions: functions)
  }

  private enum Attempt<Value: Sendable>: Sendable {
    case done(Value)
    case asks(Question)
  }
}

/// What a function has to be asked before a transaction can go on.
struct Question: Error, Sendable {
  let event: BlockingFunctionSettings.Event
  let function: FunctionAddress
  let account: Account
  /// The one that is about to begin, if any.
  let session: AuthSession?
  let functions: AskedFunctions
}
