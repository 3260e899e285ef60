import IdentityToolkit

extension AppVerification {
  /// Loads the reCAPTCHA settings of the project or tenant, for later requests to the same server.
  func initializeRecaptchaConfig(_ backend: Backend) throws(AuthFailure) {
    inbox.fetchedProtection = try FetchedProtection(at: backend)
  }

  /// Gets the proof for the next request of `verified`, so that this request need not wait for a user.
  func prepare(_ action: RecaptchaAction, _ backend: Backend) throws(AuthFailure) {
    guard action.isForSMS else {
      let proof = try demandedProof(for: action, backend)
      prepared = Preparation(action: action, protection: nil, proof: proof)
      return
    }
    if isAppVerificationDisabledForTesting { return }
    prepared = try preparation(action, backend)
  }

  private func preparation(
    _ action: RecaptchaAction, _ backend: Backend
  ) throws(AuthFailure) -> Preparation {
    if !isVerificationForced, try !backend.verifiesApps() {
      return Preparation(action: action, protection: nil, proof: .unverified)
    }
    let fetched = inbox.fetchedProtection?.protection(of: .phone, at: backend)
    // With a credential, the embedded server is asked only if it refuses that.
    let isCredentialEnough = backend.endpoint == .embedded && inbox.credentials.credential?.secret != nil
    let protection =
      if let fetched { fetched } else {
        isCredentialEnough ? .off : try FetchedProtection(at: backend).protection(of: .phone)
      }
    return Preparation(
      action: action, protection: protection, proof: try proof(protection, action, backend))
  }

  /// Runs `send`, which makes the service send an SMS, with a proof that the app makes the request.
  ///
  /// If the server refuses the proof, `send` runs once more with another one.
  /// - Parameter send: Sends the request, and returns the answer's session info.
  func verified(
    _ action: RecaptchaAction, _ backend: Backend,
    _ send: (AppVerificationProof) throws(AuthFailure) -> String?
  ) throws(AuthFailure) -> String? {
    if isAppVerificationDisabledForTesting { return try testing(send) }
    let first =
      if let prepared, prepared.action == action { prepared } else { try preparation(action, backend) }
    prepared = nil
    var proof = first.proof
    guard var protection = first.protection else { return try send(proof) }
    var isLastTry = false
    while true {
      do {
        return try send(proof)
      } catch {
        guard !isLastTry, case .refused(let refusal) = error else { throw error }
        switch (refusal.code, protection) {
        case (.invalidAppCredential, .audit):
          inbox.drop()
          protection = .audited
        case (.invalidAppCredential, .off), (.invalidAppCredential, .audited): inbox.drop()
        case (.missingRecaptchaToken, .off), (.missingRecaptchaToken, .audited):
          let fetched = try FetchedProtection(at: backend)
          // The settings that were loaded before are out of date.
          if inbox.fetchedProtection != nil { inbox.fetchedProtection = fetched }
          protection = fetched.protection(of: .phone).enforced
        default:
          // The site key that was loaded before may have changed.
          if refusal.code == .captchaCheckFailed { inbox.fetchedProtection = nil }
          throw error
        }
        isLastTry = true
      }
      proof = try self.proof(protection, action, backend)
    }
  }

  /// Returns the proof for a request about a password or a mail that was prepared, or that the loaded settings require.
  func knownProof(
    for action: RecaptchaAction, _ backend: Backend
  ) throws(AuthFailure) -> AppVerificationProof? {
    if let prepared, prepared.action == action {
      self.prepared = nil
      return prepared.proof
    }
    guard presenter != nil,
      let siteKey = inbox.fetchedProtection?.protection(of: .emailPassword, at: backend)?.siteKey
    else { return nil }
    return try enterpriseProof(siteKey, action)
  }

  /// Gets the proof that the service asks for, for a request about a password or a mail.
  ///
  /// If the project requires none after all, there is no token in it.
  /// - Throws: `demand` if no user can pass reCAPTCHA.
  func demandedProof(
    for action: RecaptchaAction, _ backend: Backend,
    after demand: AuthFailure = .refused(ServerError(.missingRecaptchaToken))
  ) throws(AuthFailure) -> AppVerificationProof {
    let fetched = try FetchedProtection(at: backend)
    inbox.fetchedProtection = fetched
    let protection = fetched.protection(of: .emailPassword)
    if case .off = protection {
      var proof = AppVerificationProof.unverified
      proof.recaptchaVersion = AppVerificationProof.enterprise
      return proof
    }
    if presenter == nil { throw demand }
    return try enterpriseProof(protection.siteKey, action)
  }

  private func testing(
    _ send: (AppVerificationProof) throws(AuthFailure) -> String?
  ) throws(AuthFailure) -> String? {
    do {
      return try send(.unverified)
    } catch {
      guard case .refused(let refusal) = error, Self.demandsForProof.contains(refusal.code) else {
        throw error
      }
      throw .appVerification(.numberNotFictional(refusal.code))
    }
  }

  private static let demandsForProof: Set<ServerErrorCode> = [
    .missingClientIdentifier, .missingAppCredential, .invalidAppCredential, .appNotVerified,
    .captchaCheckFailed, .missingRecaptchaToken,
  ]

  private func proof(
    _ protection: RecaptchaProtection, _ action: RecaptchaAction, _ backend: Backend
  ) throws(AuthFailure) -> AppVerificationProof {
    switch protection {
    case .off: return try basicProof(action, backend)
    case .audit(let siteKey):
      // In audit mode, the service also accepts the other proofs.
      guard siteKey != nil, presenter != nil else { return try proof(.audited, action, backend) }
      return try enterpriseProof(siteKey, action)
    case .audited:
      var proof = try basicProof(action, backend)
      proof.captchaResponse = AppVerificationProof.noRecaptcha
      proof.recaptchaVersion = AppVerificationProof.enterprise
      return proof
    case .enforce(let siteKey): return try enterpriseProof(siteKey, action)
    }
  }

  /// Returns a proof for a project without reCAPTCHA Enterprise: a push, or else reCAPTCHA v2.
  private func basicProof(
    _ action: RecaptchaAction, _ backend: Backend
  ) throws(AuthFailure) -> AppVerificationProof {
    var credential = inbox.credentials.credential
    if credential?.secret == nil { credential = try pushedCredential(backend) }
    if let credential, let secret = credential.secret {
      var proof = AppVerificationProof()
      (proof.iosReceipt, proof.iosSecret, proof.clientType) = (credential.receipt, secret, .iOS)
      return proof
    }
    guard let presenter else { throw .appVerification(.impossible) }
    let parameters = try backend.call(RecaptchaParams.self, .init(), tries: Backend.idempotentTries)
    guard let siteKey = parameters.recaptchaSiteKey, !siteKey.isEmpty, backend.endpoint.canUse(siteKey) else {
      throw .appVerification(.noSiteKey)
    }
    var proof = AppVerificationProof.unverified
    proof.recaptchaToken = try presenter.token(for: .init(kind: .v2, siteKey: siteKey, action: action))
    return proof
  }

  private func enterpriseProof(
    _ siteKey: String?, _ action: RecaptchaAction
  ) throws(AuthFailure) -> AppVerificationProof {
    guard let presenter else { throw .appVerification(.impossible) }
    guard let siteKey else { throw .appVerification(.noSiteKey) }
    var proof = AppVerificationProof.unverified
    proof.captchaResponse = try presenter.token(
      for: .init(kind: .enterprise, siteKey: siteKey, action: action))
    proof.recaptchaVersion = AppVerificationProof.enterprise
    return proof
  }

  /// A proof for a later request.
  struct Preparation {
    let action: RecaptchaAction
    /// The reCAPTCHA settings; nil if the server does not verify apps.
    let protection: RecaptchaProtection?
    let proof: AppVerificationProof
  }
}

extension Backend {
  /// Whether the server verifies apps. Google's service does. A local server says whether it does.
  fileprivate func verifiesApps() throws(AuthFailure) -> Bool {
    if endpoint == .production { return true }
    do {
      return try call(ServerStatus.self, .init()).usher?.verifiesApps ?? false
    } catch {
      if case .network = error { throw error }
      return false
    }
  }
}

extension AppVerificationProof {
  /// A request without proof. It only names the kind of app.
  static var unverified: AppVerificationProof {
    var proof = AppVerificationProof()
    proof.clientType = .web
    return proof
  }
}
