import Essentials
import IdentityToolkit

/// A link, whom it goes to, and what for.
struct ActionMail: Sendable {
  let requestType: OobRequestType
  let link: ActionLink
  /// The account's address; of a sign-in link, the one that signs in.
  var email: EmailAddress
  var newEmail: EmailAddress?
  var account: Int64?
  /// The one that was added.
  var secondFactor: SecondFactor?

  /// Who reads the mail: of a new address, whoever has that one.
  var recipient: EmailAddress {
    requestType == .verifyAndChangeEmail ? newEmail ?? email : email
  }
}

/// What becomes of a link that is made.
enum Delivery: Sendable {
  case mailed
  /// To the administrator who asked for it.
  case returned
  /// Nowhere: only the work is done, so that its time does not tell whether an address has an account.
  case undone
}

extension Call {
  /// Makes the code of a link good, and puts the mail into the outbox.
  func send(
    _ mail: ActionMail, _ delivery: Delivery = .mailed, project: Int64, in transaction: Transaction
  ) throws {
    let link = mail.link
    try transaction.purgeActionCodes(notMadeIn: period(ofLast: longestLinkLife + policy.expiredCodeMemory))
    // Whoever added one factor could otherwise end the way back by adding another.
    if policy.linksRetireOlder, mail.secondFactor == nil {
      try transaction.deleteActionCodes(mail.requestType, to: mail.email, project: project)
    }
    let code = try transaction.insert(
      ActionCode(
        project: project, code: link.code, link: link.plain, requestType: mail.requestType,
        email: mail.email, newEmail: mail.newEmail, account: mail.account,
        secondFactor: mail.secondFactor?.id, createdAt: now))
    guard delivery != .returned else { return }
    let text = MailText(
      mail.requestType, project: self.project, email: mail.email.text, newEmail: mail.newEmail?.text,
      link: link.mailed, language: link.language)
    let message = SentMessage(
      mail: text, to: mail.recipient, code: link.code, link: link.plain, sentAt: now)
    let isUndone = delivery == .undone
    let number = try transaction.append(
      message, project: project, keeping: policy.outboxSize + (isUndone ? 1 : 0))
    if isUndone {
      try transaction.delete(actionCode: code)
      try transaction.delete(message: number, project: project)
    }
  }

  /// The code that a client shows, if it still counts.
  func actionCode(
    _ text: String?, project: Int64, in transaction: Transaction
  ) throws -> ActionCode {
    guard let text, !text.isEmpty else { throw ServerError(.missingOOBCode) }
    guard let code = try transaction.actionCode(text, project: project) else {
      throw ServerError(.invalidOOBCode)
    }
    let lifetime = policy.lifetime(of: code.requestType)
    guard code.createdAt >= period(ofLast: lifetime + policy.expiredCodeMemory).lowerBound
    else { throw ServerError(.invalidOOBCode) }
    guard period(ofLast: lifetime).contains(code.createdAt) else { throw ServerError(.expiredOOBCode) }
    return code
  }

  private var longestLinkLife: Int {
    [OobRequestType.emailSignIn, .passwordReset, .verifyEmail, .recoverEmail].map(policy.lifetime).max() ?? 0
  }
}

extension Transaction {
  /// The account that a code is for, while it has the address that the code was mailed about.
  func account(of code: ActionCode) throws -> Account {
    guard let row = code.account, let account = try account(row: row) else {
      throw ServerError(.userNotFound)
    }
    // Whoever got in may have changed the address since, and ways back stay good.
    guard account.email == code.email || code.requestType == .recoverEmail || code.secondFactor != nil
    else { throw ServerError(.invalidOOBCode) }
    try account.refuseIfDisabled()
    return account
  }
}
