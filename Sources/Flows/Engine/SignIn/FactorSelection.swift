package import AuthClient

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
