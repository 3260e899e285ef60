import Crypto
import Essentials
import IdentityToolkit

/// The SMS codes for a first or a second factor.
struct PhoneCodes: Sendable {
  let call: Call

  /// A code to send.
  ///
  /// Create it before the transaction that stores it, because a transaction may run twice.
  struct NewCode: Sendable {
    let code: String
    let secret: [UInt8]
  }

  func new() throws -> NewCode {
    let secret = try call.random.bytes(SessionInfo.secretSize)
    return NewCode(code: try call.random.code(), secret: secret)
  }

  /// Sends `new` to a number.
  ///
  /// A fictional number has its own code, and nothing is sent.
  func send(
    _ new: NewCode, to phone: PhoneNumber, for purpose: PhoneSession.Purpose, _ settings: ProjectSettings,
    project: Int64, in transaction: Transaction
  ) throws -> SessionInfo {
    let fixed = settings.testNumbers[phone]
    if fixed == nil {
      try PhoneCodeLimit(call: call).refuseIfBlocked(phone, project: project, in: transaction)
      try SMSQuota(call: call).count(phone, project: project, in: transaction)
    }
    try transaction.purge(
      PhoneSession.self,
      madeBefore: call.period(ofLast: call.policy.codeLifetime + Policy.expiredCodeMemory))
    if fixed == nil {
      try BlockingFunctions(call: call).admit(sms: purpose.type, to: phone, settings)
      let message = sms(code: new.code, to: phone)
      try transaction.insert(message, project: project, keeping: call.policy.outboxSize)
      transaction.afterCommit { [announce = call.parts.announce] in announce?(message) }
    }
    let row = try transaction.insert(
      PhoneSession(
        project: project, phone: phone, secret: new.secret, code: fixed ?? new.code,
        isFictional: fixed != nil, createdAt: call.now, purpose: purpose))
    return SessionInfo(row: row, secret: new.secret)
  }

  private func sms(code: String, to phone: PhoneNumber) -> SentMessage {
    let template = MessageTemplate(text: MessageLanguage.nearest(to: call.locale).sms)
    return SentMessage(
      sms: template.filled(with: ["code": code, "project": call.project]), to: phone, code: code,
      sentAt: call.now)
  }

  /// Returns the session of `info`, if it is for one of `purposes` and still valid.
  func session(
    _ info: SessionInfo, for purposes: [PhoneSession.Purpose], project: Int64, in transaction: Transaction
  ) throws -> PhoneSession {
    guard let session = try transaction.phoneSession(row: info.row, project: project),
      ConstantTime.equal(session.secret, info.secret), purposes.contains(session.purpose),
      session.createdAt
        >= call.period(ofLast: call.policy.codeLifetime + Policy.expiredCodeMemory).lowerBound
    else { throw ServerError(.invalidSessionInfo) }
    try call.refuse(
      madeAt: session.createdAt, unlessInLast: call.policy.codeLifetime, ServerError(.sessionExpired))
    return session
  }

  /// Throws for a wrong code, and counts it.
  func check(_ code: String, of session: PhoneSession, in transaction: Transaction) throws {
    if !session.isFictional {
      try PhoneCodeLimit(call: call).refuseIfBlocked(session.phone, project: session.project, in: transaction)
      guard session.tries < call.policy.triesPerCode else { throw ServerError(.tooManyAttemptsTryLater) }
    }
    if ConstantTime.equal(session.code, code) { return }
    guard !session.isFictional else { throw ServerError(.invalidCode) }
    try transaction.countTry(ofPhoneSession: session.id)
    throw try PhoneCodeLimit(call: call).countFailure(
      of: session.phone, project: session.project, in: transaction)
  }

  /// Consumes a session after a right code.
  ///
  /// The fixed code of a fictional number stays valid.
  func consume(_ session: PhoneSession, in transaction: Transaction) throws {
    guard !session.isFictional else { return }
    try transaction.delete(phoneSession: session.id)
    try transaction.forgetFailures(phone: session.phone, project: session.project)
  }
}

extension PhoneSession.Purpose {
  /// The name that functions receive.
  fileprivate var type: String {
    switch self {
    case .firstFactor: "SIGN_IN_OR_SIGN_UP"
    case .enrollment: "MULTI_FACTOR_ENROLLMENT"
    case .secondFactor: "MULTI_FACTOR_SIGN_IN"
    }
  }
}

/// The limit on wrong codes for a phone number.
///
/// Failures are counted per number, across sessions. So a person who requests many codes does not get more guesses.
struct PhoneCodeLimit: Sendable {
  let call: Call

  func refuseIfBlocked(_ phone: PhoneNumber, project: Int64, in transaction: Transaction) throws {
    var failures = try transaction.failures(phone: phone, project: project)
    if failures.bringBack(limits, now: call.now) {
      try transaction.store(failures, phone: phone, project: project)
    }
    try failures.refuseIfBlocked(
      limits, locked: "((\(failures.count) wrong codes in a row have locked this number.))", now: call.now)
  }

  /// Counts a wrong code, and returns the refusal of it.
  func countFailure(
    of phone: PhoneNumber, project: Int64, in transaction: Transaction
  ) throws -> ServerError {
    var failures = try transaction.failures(phone: phone, project: project)
    failures.add(limits, now: call.now)
    try transaction.store(failures, phone: phone, project: project)
    return ServerError(.invalidCode, retryAfter: failures.wait(at: call.now))
  }

  private var limits: Failures.Limits {
    Failures.Limits(perBackOff: call.policy.failuresPerBackOff, backOff: call.policy.backOff)
  }
}
