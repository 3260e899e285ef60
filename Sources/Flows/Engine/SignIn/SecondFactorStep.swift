package import AuthClient

/// A sign-in or re-authentication that needs a second factor.
package struct SecondFactorStep: Equatable, Sendable {
  package let session: SessionKey
  package let purpose: CredentialPurpose
  package var choice: SecondFactorChoice
  /// The saved step; nil if nothing is saved.
  package var pending: PendingStep?

  package init(
    session: SessionKey, purpose: CredentialPurpose, choice: SecondFactorChoice, pending: PendingStep?
  ) {
    self.session = session
    self.purpose = purpose
    self.choice = choice
    self.pending = pending
  }

  /// Reads `pending`; nil if it is another kind of step.
  package init?(_ pending: PendingStep, of session: SessionKey) {
    guard case .secondFactor(let purpose, let choice) = pending.kind else { return nil }
    self.init(session: session, purpose: purpose, choice: choice, pending: pending)
  }

  package var factors: [EnrolledFactor] { choice.factors }

  /// Saves which factor was challenged. After another SMS, the count of wrong codes begins again.
  /// - Throws: `StepGone` if the step was dropped in the meantime.
  func keep(
    _ challenge: SecondFactorChoice.ChallengedFactor, in state: inout SavedState
  ) throws(StepGone) -> PendingStep {
    let kept = pending.flatMap { pending in
      state.updatePending(pending.id) { step in
        step.updateChoice { $0.challenge = challenge }
        if challenge.sentCode != nil { step.wrongCodes = 0 }
      }
    }
    guard let kept else { throw StepGone(session: session, purpose: purpose) }
    return kept
  }
}

/// The sign-in was dropped while its second factor was challenged.
package struct StepGone: Error, Equatable {
  package let session: SessionKey
  package let purpose: CredentialPurpose
}

/// The reason why a second factor cannot be used.
package enum ChallengeProblem: Error, Equatable {
  /// This version does not know the kind of factor.
  case unsupported(EnrolledFactor)
  /// No code was sent to the phone.
  case notChallenged(EnrolledFactor, SecondFactorStep)
}

/// Finds a second factor by a word from the user.
package struct FactorSelection {
  let word: String

  package init(_ word: String) {
    self.word = word
  }

  /// Finds the factor by its ID, its name, its number in the list, its kind, or the beginning of its ID.
  package func factor(among factors: [EnrolledFactor]) throws(Unclear) -> EnrolledFactor {
    if let factor = factors.first(where: { $0.uid == word }) { return factor }
    var found = factors.filter { $0.displayName == word }
    if found.isEmpty, let ordinal = Int(word), factors.indices.contains(ordinal - 1) {
      found = [factors[ordinal - 1]]
    }
    if found.isEmpty {
      let type = word == "sms" ? FactorID.phone : FactorID(rawValue: word)
      found = factors.filter { $0.type == type }
    }
    if found.isEmpty, !word.isEmpty { found = factors.filter { $0.uid.hasPrefix(word) } }
    guard found.count == 1 else { throw Unclear(word: word, found: found, factors: factors) }
    return found[0]
  }

  /// The word fits no factor, or several. Or there was no word, and there are several factors.
  package struct Unclear: Error, Equatable {
    package let word: String?
    package let found: [EnrolledFactor]
    package let factors: [EnrolledFactor]
  }
}

extension SecondFactorStep {
  /// Returns the factor that `word` names. Without a word, it is the one that was challenged, or the only one.
  package func factor(_ word: String?) throws(FactorSelection.Unclear) -> EnrolledFactor {
    if let word { return try FactorSelection(word).factor(among: factors) }
    if let challenged = choice.challenged { return challenged }
    let usable = factors.filter(\.isSupported)
    guard usable.count == 1 else {
      throw FactorSelection.Unclear(word: nil, found: usable, factors: factors)
    }
    return usable[0]
  }

  /// Whether the factor that `word` names was challenged. Without a word, any factor counts.
  package func isChallenged(_ word: String?) throws(FactorSelection.Unclear) -> Bool {
    guard let challenge = choice.challenge else { return false }
    guard let word else { return true }
    return try FactorSelection(word).factor(among: factors).uid == challenge.factorID
  }
}

extension EnrolledFactor {
  /// Whether this version can challenge the factor.
  package var isSupported: Bool { [.phone, .totp].contains(type) }
}
