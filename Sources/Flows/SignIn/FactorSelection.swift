package import AuthClient

/// Finds a second factor by the word that a person calls it by.
package struct FactorSelection {
  let word: String

  package init(_ word: String) {
    self.word = word
  }

  /// The factor called so: its id, its name, the number it is listed under, its kind, or the beginning of one id
  /// only.
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

  /// The word names no factor, or several; without a word, there are several.
  package struct Unclear: Error, Equatable {
    package let word: String?
    package let found: [EnrolledFactor]
    package let factors: [EnrolledFactor]
  }
}

extension SecondFactorStep {
  /// The factor that `word` names; else the one last challenged, else the only one.
  package func factor(_ word: String?) throws(FactorSelection.Unclear) -> EnrolledFactor {
    if let word { return try FactorSelection(word).factor(among: factors) }
    if let challenged = choice.challenged { return challenged }
    let usable = factors.filter(\.isSupported)
    guard usable.count == 1 else {
      throw FactorSelection.Unclear(word: nil, found: usable, factors: factors)
    }
    return usable[0]
  }

  /// Whether the factor that `word` names, or any if none is named, was challenged already.
  package func isChallenged(_ word: String?) throws(FactorSelection.Unclear) -> Bool {
    guard let challenge = choice.challenge else { return false }
    guard let word else { return true }
    return try FactorSelection(word).factor(among: factors).uid == challenge.factorID
  }
}

extension EnrolledFactor {
  /// Whether this version knows how to challenge it.
  package var isSupported: Bool { [.phone, .totp].contains(type) }
}
