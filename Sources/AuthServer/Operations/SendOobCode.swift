import IdentityToolkit

extension Call {
  func sendOobCode(_ request: SendOobCode.Request) throws -> SendOobCode.Response {
    try refuse(tenant: request.tenantId)
    let type = try mailedType(request)
    if request.returnOobLink == true, !isOwner { throw ServerError(.insufficientPermission) }
    try checkApps(request)
    let subject = try subject(of: request, type)
    let link = try actionLink(type, LinkSettings(request, policy))
    let email = try store.write { transaction in
      let (project, settings) = try openProject(in: transaction)
      _ = try authorized(request.continueUrl, settings)
      try checkLinkDomain(request.linkDomain, settings)
      if type == .emailSignIn, !settings.isEmailLinkEnabled { throw ServerError(.operationNotAllowed) }
      if type == .passwordReset, !settings.isEmailEnabled { throw ServerError(.passwordLoginDisabled) }
      let (mail, delivery) = try address(
        link, type, to: subject, hidesAddresses: hidesAddresses(settings), project: project.id,
        in: transaction)
      try countMail(type, project: project.id, in: transaction)
      try send(
        mail, request.returnOobLink == true ? .returned : delivery, project: project.id, in: transaction)
      return mail.email
    }
    var response = SendOobCode.Response(email: email.text)
    if request.returnOobLink == true {
      response.oobCode = link.code
      response.oobLink = link.mailed
    }
    return response
  }

  private func mailedType(_ request: SendOobCode.Request) throws(ServerError) -> OobRequestType {
    guard let type = request.requestType, !["", "OOB_REQ_TYPE_UNSPECIFIED"].contains(type.rawValue)
    else { throw ServerError(.missingReqType) }
    guard [.emailSignIn, .passwordReset, .verifyEmail, .verifyAndChangeEmail].contains(type)
    else { throw ServerError(.invalidReqType) }
    return type
  }

  /// Settings that lack what they are about.
  private func checkApps(_ request: SendOobCode.Request) throws(ServerError) {
    func isMissing(_ text: String?) -> Bool { text?.isEmpty ?? true }
    if request.canHandleCodeInApp == true, isMissing(request.continueUrl) {
      throw ServerError(.missingContinueURI)
    }
    if !isMissing(request.iOSAppStoreId), isMissing(request.iOSBundleId) {
      throw ServerError(.missingIOSBundleID)
    }
    let version = request.androidMinimumVersion ?? request.androidMinimumVersionCode
    if request.androidInstallApp == true || !isMissing(version), isMissing(request.androidPackageName) {
      throw ServerError(.missingAndroidPackageName)
    }
  }

  private func checkLinkDomain(_ domain: String?, _ settings: ProjectSettings) throws(ServerError) {
    guard let domain = domain?.lowercased(), !domain.isEmpty, policy.authorizedDomainsChecked
    else { return }
    let own = ["\(project).firebaseapp.com", "\(project).web.app"]
    guard own.contains(domain) || settings.isAuthorized(domain)
    else { throw ServerError(.invalidHostingLinkDomain) }
  }

  private func countMail(
    _ type: OobRequestType, project: Int64, in transaction: Transaction
  ) throws {
    guard let limit = policy.mailLimit(type) else { return }
    // Both kinds that prove an address count together.
    let kind = type == .verifyAndChangeEmail ? .verifyEmail : type
    guard try transaction.countMail(kind.rawValue, project: project, at: now) > limit else { return }
    throw ServerError(type == .passwordReset ? .resetPasswordExceedLimit : .quotaExceeded)
  }
}

/// Whose address a mail is about, as the request says it.
private enum Subject: Sendable {
  case address(EmailAddress)
  case account(IDToken)
}

extension Call {
  private func subject(
    of request: SendOobCode.Request, _ type: OobRequestType
  ) throws -> (Subject, newEmail: EmailAddress?) {
    guard type == .verifyEmail || type == .verifyAndChangeEmail
    else { return (.address(try emailAddress(request.email)), nil) }
    let newEmail =
      type == .verifyEmail
      ? nil : try emailAddress(request.newEmail, missing: .missingNewEmail, invalid: .invalidNewEmail)
    if request.returnOobLink == true, request.idToken?.isEmpty ?? true {
      return (.address(try emailAddress(request.email)), newEmail)
    }
    let token = try verified(request.idToken)
    if newEmail != nil { try requireRecentSignIn(token) }
    return (.account(token), newEmail)
  }

  /// The mail for `link`, and whether it may go out.
  private func address(
    _ link: ActionLink, _ type: OobRequestType, to subject: (Subject, newEmail: EmailAddress?),
    hidesAddresses: Bool, project: Int64, in transaction: Transaction
  ) throws -> (ActionMail, Delivery) {
    let account: Account?
    switch subject.0 {
    case .account(let token): account = try transaction.account(of: token, project: project)
    case .address(let email): account = try transaction.account(email: email, project: project)
    }
    guard type != .emailSignIn, let account else {
      guard case .address(let email) = subject.0 else { throw ServerError(.userNotFound) }
      let mail = ActionMail(requestType: type, link: link, email: email, account: account?.id)
      if type == .emailSignIn { return (mail, .mailed) }
      guard type == .passwordReset else { throw ServerError(.userNotFound) }
      guard hidesAddresses, !isOwner else { throw ServerError(.emailNotFound) }
      return (mail, .undone)
    }
    guard let email = account.email else { throw ServerError(.missingEmail) }
    let mail = ActionMail(
      requestType: type, link: link, email: email, newEmail: subject.newEmail, account: account.id)
    if let newEmail = subject.newEmail, newEmail != email,
      try transaction.account(email: newEmail, project: project) != nil
    {
      guard hidesAddresses, !isOwner else { throw ServerError(.emailExists) }
      return (mail, .undone)
    }
    return (mail, .mailed)
  }
}
