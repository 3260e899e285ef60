import IdentityToolkit

/// The project's blocking functions, which can refuse or change new accounts and sign-ins, and refuse messages.
///
/// No transaction is open while a function runs. If a sign-in needs an answer, the transaction is rolled back and run
/// again with the answer. So everything is checked again against the current data.
struct BlockingFunctions: Sendable {
  typealias Event = BlockingFunctionSettings.Event

  /// The maximum number of calls: each event once, and again if the account changed meanwhile.
  private static let mostCalls = 4

  let call: Call

  /// Runs a transaction that may sign a user in.
  ///
  /// - Parameter body: Receives the project and the call that it must use to create accounts and open sessions.
  func write<Value: Sendable>(
    _ facts: SignInFacts,
    _ body: @escaping @Sendable (Call, Project, ProjectSettings, Transaction) throws -> Value
  ) throws -> Value {
    var answers: [Event: FunctionAnswer] = [:]
    for _ in 0...Self.mostCalls {
      let attempt = try call.store.write { [call, answers] transaction in
        var call = call
        let (project, settings) = try call.openProject(in: transaction)
        let functions = settings.blockingFunctions.replaced(by: call.parts.link.blocking(of: call.project))
        guard !functions.isEmpty
        else { return Attempt.done(try body(call, project, settings, transaction)) }
        call.functions = AskedFunctions(facts: facts, settings: functions, answers: answers)
        do {
          return .done(
            try transaction.undoing(Question.self) { try body(call, project, settings, transaction) })
        } catch let question as Question {
          return .asks(question)
        }
      }
      switch attempt {
      case .done(let value): return value
      case .asks(let question): answers[question.event] = try FunctionCall(call: call).answer(to: question)
      }
    }
    throw ServerError.blockingFunction("The account was changed again and again meanwhile.")
  }

  /// Stores a new account, with the changes of the project's function.
  func insert(_ account: Account, in transaction: Transaction) throws -> Account {
    var account = account
    try answer(.beforeCreate, about: .account(account, nil))?.apply(to: &account)
    return try transaction.insert(account)
  }

  /// Refuses a sign-in or changes it, as the project's function says.
  func admit(_ account: inout Account, _ session: inout AuthSession, in transaction: Transaction) throws {
    guard call.functions != nil else { return }
    // If a function has disabled the account, it stays disabled and the sign-in fails.
    try account.refuseIfDisabled()
    guard let answer = try answer(.beforeSignIn, about: .account(account, session)) else { return }
    if answer.changesAccount {
      answer.apply(to: &account)
      try transaction.update(account)
    }
    if let claims = answer.sessionClaims { session.claims = claims }
    try account.refuseIfDisabled()
  }

  /// Refuses a mail, as the project's function says.
  func admit(mail type: OobRequestType, to email: EmailAddress, _ settings: ProjectSettings) throws {
    let type = type == .emailSignIn ? "EMAIL_SIGN_IN" : type.rawValue
    try admit(.beforeSendEmail, .mail(type: type, email), settings.recaptcha.emailPassword)
  }

  /// Refuses an SMS, as the project's function says.
  func admit(sms type: String, to phone: PhoneNumber, _ settings: ProjectSettings) throws {
    try admit(.beforeSendSms, .sms(type: type, phone), settings.recaptcha.phone)
  }

  private func admit(
    _ event: Event, _ subject: Question.Subject, _ recaptcha: RecaptchaConfig.EnforcementState
  ) throws {
    guard let answer = try answer(event, about: subject), [.audit, .enforce].contains(recaptcha),
      answer.recaptchaOverride == "BLOCK"
    else { return }
    throw ServerError(.captchaCheckFailed)
  }

  /// Returns nil if no function needs to be called.
  private func answer(_ event: Event, about subject: Question.Subject) throws -> FunctionAnswer? {
    guard let functions = call.functions, let function = functions.settings[event] else { return nil }
    if let answer = functions.answers[event], answer.subject == subject.key { return answer }
    throw Question(event: event, function: function, subject: subject, functions: functions)
  }

  private enum Attempt<Value: Sendable>: Sendable {
    case done(Value)
    case asks(Question)
  }
}

/// A function call that is needed before a transaction can continue.
struct Question: Error, Sendable {
  let event: BlockingFunctionSettings.Event
  let function: BlockingFunctionSettings.Function
  let subject: Subject
  let functions: AskedFunctions

  enum Subject: Sendable {
    /// An account, and the session that is about to begin, if any.
    case account(Account, AuthSession?)
    /// A mail of a type such as `EMAIL_SIGN_IN`.
    case mail(type: String, EmailAddress)
    /// An SMS of a type such as `SIGN_IN_OR_SIGN_UP`.
    case sms(type: String, PhoneNumber)

    /// The text that distinguishes it from others of its kind.
    var key: String {
      switch self {
      case .account(let account, _): account.localID
      case .mail(_, let email): email.text
      case .sms(_, let phone): phone.e164
      }
    }
  }
}
