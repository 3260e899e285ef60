package import AuthClient

/// A sign-in that needs a second factor, and the factor that was challenged.
package struct SecondFactorChoice: Equatable, Sendable {
  package var resolver: ResolverRecord
  /// The sign-in method of the first factor.
  package var signInMethod: String?
  package var challenge: ChallengedFactor?
  /// An authenticator app's code that was sent to the server and has no answer yet.
  package var unansweredCode: String?

  /// The chosen factor, with its SMS if it is a phone.
  package struct ChallengedFactor: Codable, Equatable, Sendable {
    package var factorID: String
    package var sentCode: PhoneVerification?

    package init(factorID: String, sentCode: PhoneVerification? = nil) {
      self.factorID = factorID
      self.sentCode = sentCode
    }

    private enum CodingKeys: String, CodingKey {
      case factorID = "factor_id"
      case sentCode = "sent_code"
    }
  }

  package init(_ resolver: ResolverRecord, signInMethod: String? = nil, challenge: ChallengedFactor? = nil) {
    self.resolver = resolver
    self.signInMethod = signInMethod
    self.challenge = challenge
  }

  package var factors: [EnrolledFactor] { resolver.hints }

  package var challenged: EnrolledFactor? { factors.first { $0.uid == challenge?.factorID } }

  /// Returns the same sign-in with `factor` chosen.
  func choosing(_ factor: EnrolledFactor) -> SecondFactorChoice {
    var choice = self
    choice.challenge = ChallengedFactor(factorID: factor.uid, sentCode: sentCode(to: factor))
    return choice
  }

  package func sentCode(to factor: EnrolledFactor) -> PhoneVerification? {
    challenge.flatMap { $0.factorID == factor.uid ? $0.sentCode : nil }
  }
}

/// Encodes the resolver's members, with the choice beside them.
extension SecondFactorChoice: Codable {
  private enum CodingKeys: String, CodingKey {
    case challenge
    case signInMethod = "sign_in_method"
    case unansweredCode = "unanswered_code"
  }

  package init(from decoder: any Decoder) throws {
    resolver = try ResolverRecord(from: decoder)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    signInMethod = try members.decodeIfPresent(String.self, forKey: .signInMethod)
    challenge = try members.decodeIfPresent(ChallengedFactor.self, forKey: .challenge)
    unansweredCode = try members.decodeIfPresent(String.self, forKey: .unansweredCode)
  }

  package func encode(to encoder: any Encoder) throws {
    try resolver.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(signInMethod, forKey: .signInMethod)
    try members.encodeIfPresent(challenge, forKey: .challenge)
    try members.encodeIfPresent(unansweredCode, forKey: .unansweredCode)
  }
}
