import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

extension CommandAsker {
  func signIn(
    _ request: CredentialRequest, _ use: (ProviderCredential) throws -> Progress
  ) throws -> Progress {
    switch request.method {
    case .password(let email): try byPassword(of: email, request, use)
    case .passkey: try byPasskey(request.purpose, use)
    case .provider(let provider): try at(provider, request, use)
    }
  }

  /// Asks until the password is right or refused too often.
  private func byPassword(
    of email: EmailAddress, _ request: CredentialRequest, _ use: (ProviderCredential) throws -> Progress
  ) throws -> Progress {
    let isReauthentication = request.purpose == .reauthenticate
    return try resuming(request, with: ["usher", "signin", "password", "--email", email.text]) {
      try PasswordPrompt(password, of: person, in: service.world).use(
        of: email.text, instead: isReauthentication ? forgottenByUser : forgotten(email),
        isOfKnownAccount: isReauthentication
      ) { password in try use(.password(email: email.text, password: password)) }
    }
  }

  private var forgottenByUser: Hint {
    Hint("forgot the password?", ["usher", "reauth", "email-link"] + flow.key.option)
  }

  private func forgotten(_ email: EmailAddress) -> Hint {
    Hint("forgot the password?", resetting(email)).then(
      "no account yet?", ["usher", "signup", "--email", email.text] + flow.key.option)
  }

  private func resetting(_ email: EmailAddress) -> [String] {
    ["usher", "send-link", email.text, "--purpose", "reset-password"] + flow.key.option
  }

  func choosePassword<Result>(
    _ request: NewPassword, _ use: (_ password: String) throws -> Result
  ) throws -> Result {
    let prompt = PasswordPrompt(password, of: person, in: service.world)
    switch request {
    case .account(let email): return try prompt.choose(for: email, use)
    case .signUp(let email, let isChosen):
      func choose() throws -> Result {
        try prompt.choose(for: email.text) { password in
          do {
            return try use(password)
          } catch let error as AuthFailure where error.code == .emailAlreadyInUse {
            throw existing(email, error)
          }
        }
      }
      guard isChosen else {
        // Nobody chooses a password in vain. If the server does not tell, the sign-up does.
        if person.isInteractive, !password.isGiven, let methods = try? service.signInMethods(of: email),
          !methods.isEmpty
        {
          throw existing(email, .unusable(.emailAlreadyInUse))
        }
        return try choose()
      }
      return try person.resuming(with: ["usher", "signup", "--email", email.text] + flow.key.option, choose)
    }
  }

  private func existing(_ email: EmailAddress, _ error: AuthFailure) -> Diagnosis {
    var diagnosis = Diagnosis(error, now: service.world.now())
    diagnosis.hint = Hint("sign in to it", ["usher", "signin", email.text] + flow.key.option).then(
      "forgot the password?", resetting(email))
    return diagnosis
  }

  private func byPasskey(
    _ purpose: CredentialPurpose, _ use: (ProviderCredential) throws -> Progress
  ) throws -> Progress {
    let current = purpose.needsCurrentUser ? try flow.saved() : nil
    let authenticator = try passkey.authenticator(
      isNew: false, secondFactor.appVerification.browser, person: person, service: service)
    func signIn() throws -> Progress {
      var request = try service.auth().startPasskeySignIn()
      if let current {
        request = request.narrowed(
          to: (current.account.passkeys ?? []).compactMap { Base64URL.decode(anyForm: $0.credentialID) })
      }
      return try authenticator.assert(request) { try use(.passkey($0)) }
    }
    return tellsHowToGoOn ? try person.resuming(with: nil, signIn) : try signIn()
  }

  /// Runs `body`. If the person goes away, nothing is pending: a command begins there again.
  /// - Parameter argv: The command, if the method was chosen on the way.
  private func resuming(
    _ request: CredentialRequest, with argv: [String], _ body: () throws -> Progress
  ) throws -> Progress {
    guard request.isChosen, tellsHowToGoOn else { return try body() }
    return try person.resuming(
      with: request.purpose == .reauthenticate ? nil : argv + flow.key.option, body)
  }
}

// MARK: - Identity providers

extension CommandAsker {
  private func at(
    _ provider: IdentityProvider, _ request: CredentialRequest, _ use: (ProviderCredential) throws -> Progress
  ) throws -> Progress {
    var options = self.provider
    if let email = request.email { options.request.parameters = ["login_hint": email.text] }
    let way = try way(to: provider, options)
    // Nobody is asked, so nobody gives up or chooses another account.
    if options.tokens.isGiven || options.identity != nil { return try way.signIn { try use(.oauth($0)) } }
    // By default, the command that was typed begins this again.
    let again =
      request.isChosen && request.purpose == .signIn
      ? ["usher", "signin", "idp", request.word ?? provider.id] + flow.key.option : nil
    do {
      guard tellsHowToGoOn else { return try way.signIn { try use(.oauth($0)) } }
      return try person.resuming(with: again) { try way.signIn { try use(.oauth($0)) } }
    } catch {
      var diagnosis = Diagnosis(error, now: service.world.now())
      guard Self.worthTryingAgain.contains(diagnosis.code) else { throw error }
      let again = person.tryingAgain(with: again)
      diagnosis.hint = diagnosis.hint?.then(again) ?? again
      throw diagnosis
    }
  }

  /// The person gave up at the provider, or chose another account there.
  private static let worthTryingAgain = ["auth/user-cancelled", AuthErrorCode.userMismatch.name]

  /// Returns how the provider's credential is got: as the options say, or else in the person's browser, by way of the
  /// service.
  private func way(to provider: IdentityProvider, _ options: ProviderOptions) throws -> any ProviderWay {
    if options.tokens.isGiven {
      return CredentialAtHand(
        credential: try options.tokens.credential(for: provider, service.world.standardInput))
    }
    if let identity = options.identity {
      return try ChosenIdentity(identity, at: provider, options.request, on: service)
    }
    let browser = secondFactor.appVerification.browser
    let own = OwnClientChoice(
      provider: provider, request: options.request, onAnotherMachine: options.onAnotherMachine,
      browser: browser, person: person, service: service)
    if let way = try own.way() { return way }
    return SignInThroughService(
      provider: provider, request: options.request, browser: browser, person: person, service: service,
      state: flow.state)
  }
}

extension Person {
  /// What nobody typed, or did in a browser, leaves nothing pending: `argv` begins there again, by default the command
  /// that was typed.
  func resuming<Result>(with argv: [String]? = nil, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as TerminalError where error.leavesOff && isInteractive {
      if let argv { suggest("To go on", argv) } else { suggestSameCommand("To go on") }
      throw error
    }
  }
}

extension TerminalError {
  /// The person went away: nothing is wrong with what was typed.
  var leavesOff: Bool { [.interrupted, .timedOut, .endOfInput].contains(self) }
}
