import Essentials
import HTTP
import IdentityToolkit

/// The links that are mailed, and the codes in them.
struct ActionLinks: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// A new link, made before the transaction that mails it: that may run twice.
  func new(_ requestType: OobRequestType, _ settings: LinkSettings = LinkSettings()) throws
    -> ActionLink
  {
    ActionLink(
      requestType, code: try call.random.actionCode(),
      apiKey: call.apiKey ?? call.request.queryValue("apiKey") ?? "fake-api-key",
      tenant: call.tenant, settings: settings, on: LinkPlace(of: call, domain: settings.domain),
      language: .nearest(to: call.locale))
  }

  /// Refuses an app's page outside the project's domains.
  func continueURL(_ text: String?, _ settings: ProjectSettings) throws(ServerError) -> ContinueURL? {
    guard let text, !text.isEmpty else { return nil }
    let url = try ContinueURL(text, under: call.policy)
    guard !call.policy.authorizedDomainsChecked || settings.isAuthorized(url.host)
    else { throw ServerError(.unauthorizedDomain, "Domain not allowlisted by project") }
    return url
  }

  /// Makes the code of a link good, and puts the mail into the outbox.
  func send(
    _ mail: ActionMail, _ delivery: Delivery = .mailed, project: Int64, in transaction: Transaction
  ) throws {
    let link = mail.link
    try transaction.purgeActionCodes(
      madeBefore: call.period(ofLast: longestLinkLife + call.policy.expiredCodeMemory))
    // Whoever enrolled one factor could otherwise end the way back by enrolling another.
    if call.policy.linksRetireOlder, mail.secondFactor == nil {
      try transaction.deleteActionCodes(mail.requestType, to: mail.email, project: project)
    }
    let code = try transaction.insert(
      ActionCode(
        project: project, code: link.code, link: link.plain, requestType: mail.requestType,
        email: mail.email, newEmail: mail.newEmail, account: mail.account,
        secondFactor: mail.secondFactor?.id, createdAt: call.now))
    guard delivery != .returned else { return }
    let text = MailText(
      mail.requestType, project: call.project, email: mail.email.text, newEmail: mail.newEmail?.text,
      link: link.mailed, language: link.language)
    let message = SentMessage(
      kind: "email", recipient: mail.recipient.text, code: link.code, link: link.plain, subject: text.subject,
      text: text.body, sentAt: call.now)
    let isUndone = delivery == .undone
    let number = try transaction.insert(
      message, project: project, keeping: call.policy.outboxSize + (isUndone ? 1 : 0))
    if isUndone {
      try transaction.delete(actionCode: code)
      try transaction.delete(message: number, project: project)
    } else {
      transaction.afterCommit { [announce = call.parts.announce] in announce?(message) }
    }
  }

  /// The code that a client shows, if it still counts.
  func code(
    _ text: String?, project: Int64, in transaction: Transaction
  ) throws -> ActionCode {
    guard let text, !text.isEmpty else { throw ServerError(.missingOOBCode) }
    guard let code = try transaction.actionCode(text, project: project) else {
      throw ServerError(.invalidOOBCode)
    }
    let lifetime = call.policy.lifetime(of: code.requestType)
    guard code.createdAt >= call.period(ofLast: lifetime + call.policy.expiredCodeMemory).lowerBound
    else { throw ServerError(.invalidOOBCode) }
    try call.refuse(madeAt: code.createdAt, unlessInLast: lifetime, ServerError(.expiredOOBCode))
    return code
  }

  /// The account that a code is for, while it has the address that the code was mailed about.
  func account(of code: ActionCode, in transaction: Transaction) throws -> Account {
    guard let row = code.account, let account = try transaction.account(row: row) else {
      throw ServerError(.userNotFound)
    }
    // Whoever got in may have changed the address since, and ways back stay good.
    guard account.email == code.email || code.requestType == .recoverEmail || code.secondFactor != nil else {
      guard call.policy.serviceAnswers else { throw ServerError(.invalidOOBCode) }
      throw ServerError(code.requestType == .passwordReset ? .emailNotFound : .userNotFound)
    }
    try account.refuseIfDisabled()
    return account
  }

  private var longestLinkLife: Int {
    [OobRequestType.emailSignIn, .passwordReset, .verifyEmail, .recoverEmail].map(call.policy.lifetime).max()
      ?? 0
  }
}
