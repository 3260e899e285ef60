import Essentials
import IdentityToolkit

/// The operation that mails a link, or returns it to an administrator.
struct SendOobCodeOperation: Operation {
  let call: Call

  func answer(_ request: SendOobCode.Request) throws -> SendOobCode.Response {
    let type = try mailedType(request)
    if request.returnOobLink == true, !call.isAdministrator { throw ServerError(.insufficientPermission) }
    try checkApps(request)
    let subject = try MailSubject(of: request, type, on: call)
    let linkSettings = try LinkSettings(request, call.policy)
    let link = try ActionLinks(call: call).new(type, linkSettings)
    let (email, sent) = try BlockingFunctions(call: call).write(SignInFacts(method: nil)) {
      call, project, settings, transaction in
      // Google's guide names these two mails. Who has the others sent is signed in.
      if [.emailSignIn, .passwordReset].contains(type) {
        try AppVerification(call: call).admit(
          request.recaptcha, for: .getOobCode, settings, project: project.id, in: transaction)
      }
      // The service does this only for a mail that it sends. Here, the answer does not tell who has an account.
      _ = try ActionLinks(call: call).continueURL(request.continueUrl, settings)
      try checkLinkDomain(request.linkDomain, settings)
      if linkSettings.namesApp, linkSettings.domain == nil, settings.usesDynamicLinks {
        throw ServerError(.dynamicLinkNotActivated, "FDL domain is not configured")
      }
      if type == .emailSignIn, !settings.isEmailLinkEnabled { throw ServerError(.operationNotAllowed) }
      let (mail, delivery) = try subject.mail(
        link, type, settings, project: project.id, on: call, in: transaction)
      if delivery != .undone, [.emailSignIn, .passwordReset].contains(type),
        !call.isAdministrator || call.dialect.asksFunctionsForAdminLinks
      {
        try BlockingFunctions(call: call).admit(mail: type, to: mail.email, settings)
      }
      try countMail(type, project: project.id, in: transaction)
      let isMade = delivery != .undone
      let sent = try ActionLinks(call: call).send(
        mail, isMade && request.returnOobLink == true ? .returned : delivery, project: project.id,
        in: transaction)
      return (mail.email, isMade ? sent : nil)
    }
    var response = SendOobCode.Response(email: email.text)
    if request.returnOobLink == true, let sent {
      response.oobCode = sent.code
      response.oobLink = sent.mailed
    }
    return response
  }

  private func mailedType(_ request: SendOobCode.Request) throws(ServerError) -> OobRequestType {
    guard let type = request.requestType, !["", "OOB_REQ_TYPE_UNSPECIFIED"].contains(type.rawValue) else {
      let isUnspecified = request.requestType?.rawValue.isEmpty == false
      let isInvalid = isUnspecified && call.isAdministrator && call.dialect.callsUnspecifiedTypeInvalid
      throw ServerError(isInvalid ? .invalidReqType : .missingReqType)
    }
    // Every number can be read.
    let isReadable = OobRequestType.names.contains(type.rawValue) || Int(type.rawValue) != nil
    if call.dialect.refusesUnreadableValues, !isReadable {
      throw .unknownName(type.rawValue, at: "req_type", of: "identitytoolkit.v1.OobReqType")
    }
    guard [.emailSignIn, .passwordReset, .verifyEmail, .verifyAndChangeEmail].contains(type)
    else { throw ServerError(.invalidReqType) }
    return type
  }

  /// Refuses settings for an app if the app or the page is missing.
  private func checkApps(_ request: SendOobCode.Request) throws(ServerError) {
    guard call.dialect.makesAppLinks else { return }
    // An empty page is a wrong one.
    if request.canHandleCodeInApp == true, request.continueUrl == nil {
      throw ServerError(.missingContinueURI)
    }
    if request.iOSAppStoreId?.nonEmpty != nil, request.iOSBundleId?.nonEmpty == nil {
      throw ServerError(.missingIOSBundleID)
    }
  }

  private func checkLinkDomain(_ domain: String?, _ settings: ProjectSettings) throws(ServerError) {
    guard let domain = domain?.nonEmpty?.asciiLowercased(), call.policy.authorizedDomainsChecked
    else { return }
    let isDefault = [".firebaseapp.com", ".web.app"].contains { domain.hasSuffix($0) }
    guard !isDefault, settings.isAuthorized(domain) else { throw ServerError.foreignLinkDomain }
  }

  private func countMail(
    _ type: OobRequestType, project: Int64, in transaction: Transaction
  ) throws {
    guard let limit = call.policy.mailLimit(type) else { return }
    // Both kinds of mail that verify an address share one limit.
    let kind = type == .verifyAndChangeEmail ? .verifyEmail : type
    guard try transaction.countMail(kind.rawValue, project: project, at: call.now) > limit else { return }
    throw ServerError(type == .passwordReset ? .resetPasswordExceedLimit : .quotaExceeded)
  }
}
