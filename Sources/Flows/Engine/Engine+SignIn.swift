package import AuthClient
package import IdentityToolkit

extension Engine {
  /// Signs in, or creates an account: who it is decides how.
  package func signIn(as typed: Identifier? = nil) throws -> Progress {
    try flow.refuseShadowed(by: .signIn)
    try asker.begin()
    let who = try typed ?? asker.identifier()
    if asker.offered?.offers(who) == false { throw MethodNotOffered() }
    switch who {
    case .anonymous: return try signInAnonymously()
    case .passkey: return try by(CredentialRequest(.passkey, for: .signIn))
    case .phone(let number): return try byPhone(.signIn, to: number)
    case .provider(let word):
      var request = CredentialRequest(.provider(IdentityProvider(word)), for: .signIn)
      request.isChosen = typed == nil
      request.word = word
      return try by(request)
    case .email(let email):
      let told = try asker.signInMethods(of: email)
      // If nobody has the address, an account can be created at a provider.
      return try signIn(to: email, methods: told, orAt: told == [] ? providers : [])
    }
  }

  /// Signs in with an address.
  /// - Parameters:
  ///   - told: The methods of the account that has it: none if nobody has it, nil if the server does not tell.
  ///   - others: Providers that the account may have in addition.
  func signIn(
    to email: EmailAddress, methods told: [String]?, orAt others: [IdentityProvider]
  ) throws -> Progress {
    var methods = Self.methods(told, mayBeElsewhere: !others.isEmpty)
    if let offered = asker.offered {
      methods.removeAll { !offered.offers($0) }
      // A link signs in to every account with the address.
      if methods.isEmpty {
        guard offered.contains(.emailLink) else { throw MethodNotOffered() }
        methods = [.emailLink]
      }
    }
    let method = methods.count > 1 ? try asker.method(among: methods, of: email, told: told) : methods[0]
    switch method {
    case .emailLink: return try byLink(.signIn, to: email)
    case .password where told != []:
      var request = CredentialRequest(.password(email), for: .signIn)
      request.isChosen = true
      return try by(request)
    case .password, .newAccount: return try signUp(email, isChosen: true)
    case .provider(let provider): return try by(chosen(provider, email))
    case .anotherProvider: return try by(chosen(try asker.provider(among: others), email))
    }
  }

  private func chosen(_ provider: IdentityProvider, _ email: EmailAddress) -> CredentialRequest {
    var request = CredentialRequest(.provider(provider), for: .signIn)
    request.isChosen = true
    request.email = email
    return request
  }

  /// Returns the methods to choose from, always in the same order.
  private static func methods(_ told: [String]?, mayBeElsewhere: Bool) -> [AddressMethod] {
    let known = (told ?? []).map { AddressMethod($0) }
    let byAddress: [AddressMethod] = [.emailLink, .password]
    let methods =
      known.isEmpty
      ? byAddress + (told == nil ? [.newAccount] : [])
      : byAddress.filter(known.contains) + known.filter { !byAddress.contains($0) }
    return methods + (mayBeElsewhere ? [.anotherProvider] : [])
  }
}

extension Engine {
  /// Sends a link that is a credential, and uses it.
  func byLink(_ purpose: CredentialPurpose, to email: EmailAddress) throws -> Progress {
    let mail = try asker.sendLink(for: .credential(purpose), to: email)
    guard let link = try asker.link(from: mail) else { return .needs(.link(mail)) }
    guard case .signIn(let progress) = try complete(LinkCompletion(flow, link, state: LinkState(of: link)))
    else { throw LinkProblem.forSomethingElse }
    return try finish(progress)
  }

  /// Completes a link, with the address or the new password that it needs.
  package func complete(_ completion: LinkCompletion) throws -> LinkCompletion.Outcome {
    var completion = completion
    var isAsked = false
    while true {
      let outcome: LinkCompletion.Outcome
      do {
        outcome = try withRecentSignIn { try completion.complete() }
      } catch let problem as LinkProblem where isAsked && problem.isOfAddress {
        completion.email = try asker.address(after: problem)
        continue
      }
      switch outcome {
      case .signIn, .passwordChanged, .applied: return outcome
      case .needsAddress:
        completion.email = try asker.address(after: nil)
        isAsked = true
      case .needsNewPassword(let email):
        return try asker.choosePassword(.account(email)) { [completion] password in
          var completion = completion
          completion.newPassword = password
          return try completion.complete()
        }
      }
    }
  }

  /// Verifies the account's address with a link.
  func verifyAddress(_ email: EmailAddress) throws {
    let mail = try asker.sendLink(for: .verifyEmail, to: email)
    guard let link = try asker.link(from: mail) else { return }
    if case .applied(let applied) = try complete(LinkCompletion(flow, link, state: LinkState(of: link))) {
      asker.tell(applied)
    }
  }
}

extension Engine {
  /// Sends a code to a phone, and uses it.
  /// - Parameters:
  ///   - typed: The number; if it is nil, it is the one that waits for a code, the account's own, or asked for.
  ///   - resend: Whether another code is sent.
  ///   - wait: Waits until another code can be sent to a number.
  package func byPhone(
    _ purpose: CredentialPurpose, to typed: @autoclosure () throws -> PhoneNumber? = nil,
    resend: Bool = false,
    waiting wait: (PhoneNumber) throws -> Void = { _ in }
  ) throws -> Progress {
    let session = try flow.current(for: purpose)
    if purpose == .link, session?.account.phoneNumber != nil {
      throw AuthFailure.providerAlreadyLinked("phone")
    }
    let typed = try typed()
    if purpose == .reauthenticate, typed == nil { try AccountUse(flow).refuseUnlinked("phone") }
    try asker.begin()
    let number = try typed ?? known(purpose, resend, session) ?? asker.phoneNumber(isResend: resend)
    // The code of another number would be refused.
    if purpose == .reauthenticate {
      try AccountUse(flow).refuse(with: AuthFailure.userMismatch) { $0.phoneNumber == number.e164 }
    }
    if resend { try wait(number) }
    return try confirm(
      try Sender(flow).need(PhoneCode(purpose: purpose, number: number, session: flow.key), resend: resend))
  }

  private func known(
    _ purpose: CredentialPurpose, _ resend: Bool, _ session: SavedSession?
  ) throws -> PhoneNumber? {
    guard resend || purpose == .reauthenticate else { return nil }
    let waiting = try flow.state.read().pending(of: flow.key, .phone(purpose)).last?.sentCode?.phoneNumber
    let own = purpose == .reauthenticate ? session?.account.phoneNumber : nil
    return try (waiting ?? own).map(Self.number)
  }

  static func number(_ text: String) throws(AuthFailure) -> PhoneNumber {
    do {
      return try PhoneNumber(typed: text)
    } catch {
      throw .invalidPhoneNumber(error)
    }
  }

  /// Signs in to another account that has the number of a step, with the proof of the number.
  /// - Throws: `StepExpired` if the service no longer accepts the proof.
  package func useProof(of step: PendingStep, _ proof: PhoneProof) throws -> Progress {
    do {
      return try finish(
        try CredentialUse(flow, for: .signIn, method: "phone", finishing: step)
          .use(.phone(PhoneAuthCredential(temporaryProof: proof.proof, phoneNumber: proof.phone))))
    } catch AuthFailure.refused(let refusal) where StepFate(after: refusal, of: step.kind) == .isOver {
      throw try PendingSteps(flow).expire(step)
    }
  }
}
