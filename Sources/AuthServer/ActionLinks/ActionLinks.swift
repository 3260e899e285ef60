import Essentials
import HTTP
import IdentityToolkit

/// The mailed links and their codes.
struct ActionLinks: Sendable {
  let call: Call

  /// Returns a new link.
  ///
  /// Create it before the transaction that mails it, because a transaction may run twice.
  func new(_ requestType: OobRequestType, _ settings: LinkSettings = LinkSettings()) throws
    -> ActionLink
  {
    ActionLink(
      requestType, code: try call.random.actionCode(),
      apiKey: apiKey,
      tenant: call.tenant, settings: settings, on: LinkPlace(of: call, domain: settings.domain),
      language: .nearest(to: call.locale))
  }

  /// The API key with which the link's page leads back to the project.
  private var apiKey: String {
    guard call.project == call.parts.project else { return call.project }
    return call.apiKey ?? call.request.queryValue("apiKey") ?? "fake-api-key"
  }

  /// Refuses a page of an app if it is outside the project's domains.
  func continueURL(_ text: String?, _ settings: ProjectSettings) throws(ServerError) -> ContinueURL? {
    guard let text, !text.isEmpty || call.dialect.readsEmptyContinueURL else { return nil }
    let url = try ContinueURL(text, under: call.policy)
    guard !call.policy.authorizedDomainsChecked || settings.isAuthorized(url.host)
    else { throw ServerError(.unauthorizedDomain, "Domain not allowlisted by project") }
    return url
  }

  /// The project's own page for its links, or nil if they lead to the usual place.
  func callback(_ settings: MailSettings) -> ContinueURL? {
    guard call.dialect.usesCallbackURI, let page = settings.callbackURI,
      page != LinkPlace.hostedActionPage(of: call.project)
    else { return nil }
    return try? ContinueURL(page, under: call.policy)
  }

  /// Makes the link's code valid, and puts the mail into the outbox.
  ///
  /// Returns the link as it was sent.
  @discardableResult
  func send(
    _ mail: ActionMail, _ delivery: Delivery = .mailed, project: Int64, in transaction: Transaction
  ) throws -> ActionLink {
    // Firebase's emulator reads none of them.
    let readsSettings = call.dialect.usesCallbackURI || call.dialect.namesSenders
    let settings =
      readsSettings ? try call.settings(of: call.knownProject(in: transaction)).mails : MailSettings(nil)
    var link = mail.link
    link.callback = callback(settings)
    // Otherwise, a person who enrolled one factor could cancel its undo link by enrolling another.
    if call.dialect.retiresOlderLinks, mail.secondFactor == nil {
      try transaction.deleteActionCodes(mail.requestType, to: mail.email, project: project)
    }
    let code = try transaction.insert(
      ActionCode(
        project: project, code: link.code, link: link.plain, requestType: mail.requestType,
        email: mail.email, newEmail: mail.newEmail, account: mail.account,
        secondFactor: mail.secondFactor?.id, createdAt: call.now),
      purgingBefore: call.period(ofLast: longestLinkLife + Policy.expiredCodeMemory))
    guard delivery != .returned else { return link }
    let text = MailText(
      mail.requestType, project: call.project, email: mail.email.text, newEmail: mail.newEmail?.text,
      link: link.mailed, language: link.language)
    var message = SentMessage(
      kind: "email", recipient: mail.recipient.text, code: link.code, link: link.plain, subject: text.subject,
      text: text.body, sentAt: call.now)
    if call.dialect.namesSenders {
      message.from = settings.sender(of: mail.requestType, project: call.project)
      message.replyTo = settings.replyTo(of: mail.requestType)
    }
    let isUndone = delivery == .undone
    let number = try transaction.insert(
      message, project: project, keeping: call.policy.outboxSize + (isUndone ? 1 : 0))
    if isUndone {
      try transaction.delete(actionCode: code)
      try transaction.delete(message: number, project: project)
    } else {
      transaction.afterCommit { [announce = call.parts.announce, message] in announce?(message) }
    }
    return link
  }

  /// Returns the code that a client sends, if it is still valid.
  func code(
    _ text: String?, project: Int64, in transaction: Transaction
  ) throws -> ActionCode {
    guard let text, !text.isEmpty else { throw ServerError(.missingOOBCode) }
    guard let code = try transaction.actionCode(text, project: project) else {
      throw ServerError(.invalidOOBCode)
    }
    let lifetime = call.policy.lifetime(of: code.requestType)
    guard code.createdAt >= call.period(ofLast: lifetime + Policy.expiredCodeMemory).lowerBound
    else { throw ServerError(.invalidOOBCode) }
    try call.refuse(madeAt: code.createdAt, unlessInLast: lifetime, ServerError(.expiredOOBCode))
    return code
  }

  /// Returns the account that a code is for, if it still has the address that the mail was about.
  func account(of code: ActionCode, in transaction: Transaction) throws -> Account {
    guard let row = code.account, let account = try transaction.account(row: row) else {
      throw ServerError(.userNotFound)
    }
    // An intruder may have changed the address since. Links that undo a change stay valid.
    guard account.email == code.email || code.requestType == .recoverEmail || code.secondFactor != nil else {
      guard call.dialect.tellsChangedAddress else { throw ServerError(.invalidOOBCode) }
      throw ServerError(code.requestType == .passwordReset ? .userNotFound : .emailNotFound)
    }
    try account.refuseIfDisabled()
    return account
  }

  private var longestLinkLife: Int {
    [OobRequestType.emailSignIn, .passwordReset, .verifyEmail, .recoverEmail].map(call.policy.lifetime).max()
      ?? 0
  }
}

struct MailText: Sendable, Equatable {
  var subject: String
  var body: String

  /// - Parameters:
  ///   - email: The account's address, or the address that signs in.
  ///   - newEmail: The address that replaces it or has replaced it.
  init(
    _ requestType: OobRequestType, project: String, email: String, newEmail: String?, link: String,
    language: MessageLanguage
  ) {
    let values = ["project": project, "email": email, "newEmail": newEmail ?? email]
    func filled(_ text: String) -> String { MessageTemplate(text: text).filled(with: values) }
    let sentences = language.sentences(for: requestType)
    subject = filled(sentences.subject)
    body = [
      language.greeting, filled(sentences.request), link, sentences.otherwise, filled(language.farewell),
    ].joined(separator: "\n\n")
  }
}
