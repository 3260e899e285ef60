import HTTP
import IdentityToolkit

/// The check that a request for an SMS comes from the app, and that reCAPTCHA Enterprise passes a request.
struct AppVerification: Sendable {
  let call: Call

  /// Refuses an SMS to `phone` unless the project allows its region and the request comes from the app.
  ///
  /// Fictional numbers are always allowed, because nothing is sent to them. Every route that sends an SMS calls this.
  /// - Parameter project: The project of the call, or of its tenant.
  func admit(
    to phone: PhoneNumber, proof: AppVerificationProof, for action: RecaptchaAction,
    _ settings: ProjectSettings, project: Int64, in transaction: Transaction
  ) throws {
    guard settings.testNumbers[phone] == nil else { return }
    guard settings.smsRegions.allows(phone, under: call.policy) else {
      throw ServerError(
        .operationNotAllowed, "SMS unable to be sent until this region enabled by the app developer.")
    }
    guard call.policy.appVerificationRequired else { return }
    // An app does not name a tenant when it asks for a push or solves reCAPTCHA.
    let project = call.tenant == nil ? project : try call.appProject(in: transaction)
    try verifyApp(proof, for: action, project: project, settings.recaptcha, in: transaction)
  }

  /// Refuses a request about a password or a mail unless reCAPTCHA Enterprise passes it, if the project requires that.
  ///
  /// An audit refuses nothing.
  /// - Parameter project: The project of the call, or of its tenant.
  func admit(
    _ proof: AppVerificationProof, for action: RecaptchaAction, _ settings: ProjectSettings, project: Int64,
    in transaction: Transaction
  ) throws {
    let rules = settings.recaptcha
    guard call.policy.appVerificationRequired, !call.isAdministrator,
      [.audit, .enforce].contains(rules.emailPassword)
    else { return }
    let project = call.tenant == nil ? project : try call.appProject(in: transaction)
    do {
      try verify(proof, for: action, project: project, rules, in: transaction)
    } catch let refusal as ServerError {
      if rules.emailPassword == .enforce { throw refusal }
    }
  }

  private func verifyApp(
    _ proof: AppVerificationProof, for action: RecaptchaAction, project: Int64, _ rules: RecaptchaRules,
    in transaction: Transaction
  ) throws {
    let enterprise = rules.phone
    if enterprise == .enforce {
      return try verify(proof, for: action, project: project, rules, in: transaction)
    }
    let receipt = (proof.iosReceipt.given, proof.iosSecret.given)
    if receipt.0 != nil || receipt.1 != nil {
      guard let text = receipt.0, let secret = receipt.1 else { throw ServerError(.missingAppCredential) }
      let receipt = AppReceipt(receipt: text, secret: secret, bundleID: bundleID)
      let date = try transaction.date(of: receipt, project: project)
      guard let date, call.period(ofLast: Policy.appReceiptLifetime).contains(date)
      else { throw ServerError(.invalidAppCredential) }
    } else if let token = proof.recaptchaToken.given {
      let found = try Recaptcha(call: call).take(token, .v2, project: project, in: transaction)
      guard found != nil else { throw ServerError(.captchaCheckFailed) }
    } else if proof.enterpriseToken != nil {
      guard enterprise == .audit else { throw ServerError(.recaptchaNotEnabled) }
      do {
        try verify(proof, for: action, project: project, rules, in: transaction)
      } catch is ServerError {
        // With this error, clients fall back to the proofs that AUDIT still accepts.
        throw ServerError(.invalidAppCredential)
      }
    } else if proof.playIntegrityToken.given != nil {
      // Only Google can check these tokens.
      throw ServerError(.appNotVerified)
    } else {
      throw ServerError(.missingClientIdentifier)
    }
  }

  private func verify(
    _ proof: AppVerificationProof, for action: RecaptchaAction, project: Int64, _ rules: RecaptchaRules,
    in transaction: Transaction
  ) throws {
    guard let captcha = proof.enterpriseToken else { throw ServerError(.missingRecaptchaToken) }
    guard proof.clientType != nil else { throw ServerError(.missingClientType) }
    guard let version = proof.recaptchaVersion.given else { throw ServerError(.missingRecaptchaVersion) }
    guard version == AppVerificationProof.enterprise else { throw ServerError(.invalidRecaptchaVersion) }
    let token =
      try Recaptcha(call: call).described(by: captcha, for: action)
      ?? Recaptcha(call: call).take(captcha, .enterprise, project: project, in: transaction)
    guard let token else { throw ServerError(.invalidRecaptchaToken) }
    guard token.action == action else { throw ServerError(.invalidRecaptchaAction) }
    if rules.blocks(token, forSMS: action.isForSMS) { throw ServerError(.captchaCheckFailed) }
  }

  /// The bundle ID that Apple's SDK sends.
  var bundleID: String? { call.request.headers["X-Ios-Bundle-Identifier"].given }
}

extension AppVerificationProof {
  fileprivate var enterpriseToken: String? {
    captchaResponse.given.flatMap { $0 == Self.noRecaptcha ? nil : $0 }
  }
}

extension String? {
  /// The value, or nil if it is empty.
  ///
  /// Clients send an empty string for missing values.
  fileprivate var given: String? { self?.isEmpty == false ? self : nil }
}
