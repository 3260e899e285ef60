import IdentityToolkit

/// The account or address that a mail is about, taken from the request.
struct MailSubject: Sendable {
  private enum Person: Sendable {
    case address(EmailAddress)
    case account(IDToken)
  }

  private let person: Person
  /// The new address for the account.
  private let newEmail: EmailAddress?

  init(of request: SendOobCode.Request, _ type: OobRequestType, on call: Call) throws {
    guard type == .verifyEmail || type == .verifyAndChangeEmail else {
      person = .address(try EmailAddress(described: request.email, under: call.policy))
      newEmail = nil
      return
    }
    newEmail =
      type == .verifyEmail
      ? nil
      : try EmailAddress(
        given: request.newEmail, missing: .missingNewEmail, invalid: .invalidNewEmail, under: call.policy)
    let namesAddress = call.isAdministrator && call.dialect.administratorsNameAddresses
    let hasToken = request.idToken?.nonEmpty != nil
    if request.returnOobLink == true, !hasToken || namesAddress && request.email?.nonEmpty != nil {
      person = .address(try EmailAddress(described: request.email, under: call.policy))
      return
    }
    let token = try call.verified(request.idToken)
    // At the service, an administrator's token does not name the account whose address changes.
    if request.returnOobLink == true, namesAddress, newEmail != nil { throw ServerError(.missingEmail) }
    if newEmail != nil { try RecentSignIn(call: call).require(of: token) }
    person = .account(token)
  }

  /// Returns the mail for `link`, and whether it may be sent.
  func mail(
    _ link: ActionLink, _ type: OobRequestType, _ settings: ProjectSettings, project: Int64, on call: Call,
    in transaction: Transaction
  ) throws -> (ActionMail, Delivery) {
    let mustNotTell = settings.hidesAddresses(under: call.policy)
    let account: Account?
    switch person {
    case .account(let token): account = try transaction.account(of: token, project: project)
    case .address(let email): account = try transaction.account(email: email, project: project)
    }
    guard type != .emailSignIn, let account else {
      guard case .address(let email) = person else { throw ServerError(.userNotFound) }
      let mail = ActionMail(requestType: type, link: link, email: email, account: account?.id)
      if type == .emailSignIn {
        // This link would create the account, so the address must be valid.
        if account == nil { _ = try EmailAddress(given: email.text, under: call.policy) }
        try refuseUseless(account, settings, on: call)
        return (mail, .mailed)
      }
      guard type == .passwordReset else { throw ServerError(.userNotFound) }
      guard mustNotTell else { throw ServerError(.emailNotFound) }
      return (mail, .undone)
    }
    guard let email = account.email else { throw ServerError(.missingEmail) }
    let mail = ActionMail(
      requestType: type, link: link, email: email, newEmail: newEmail, account: account.id)
    if let newEmail, try transaction.account(email: newEmail, project: project) != nil {
      guard mustNotTell else { throw ServerError(.emailExists) }
      return (mail, .undone)
    }
    return (mail, .mailed)
  }

  /// Refuses a sign-in link that cannot work.
  ///
  /// The emulator notices this only when the link is opened.
  private func refuseUseless(
    _ account: Account?, _ settings: ProjectSettings, on call: Call
  ) throws(ServerError) {
    guard call.dialect.sendsNoUselessMail else { return }
    try account?.refuseIfDisabled()
    if account == nil, settings.isSignUpDisabled { throw ServerError(.adminOnlyOperation) }
  }
}
