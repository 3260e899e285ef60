import AuthCore
import CommandKit
import TerminalIO

/// Which identity provider is meant.
struct ProviderChoice {
  /// What was typed.
  let word: String?
  let purpose: CredentialPurpose

  /// The one that was named, or is chosen at the terminal.
  func made(in context: Context) throws -> ProviderPreset {
    if let word {
      // The others have a domain for a name.
      guard ProviderPreset.isNamed(by: word) || word.contains(".") else {
        let nearest = ProviderPreset.known.map(\.shortName).nearest(to: word).first
        throw UsageError.misuse(
          "there is no provider '\(SafeText.line(word))'",
          hint: nearest.map { "did you mean \($0)?" }
            ?? Hint("name one: " + ProviderPreset.words.joined(separator: ", ", last: " or ")))
      }
      return ProviderPreset(word)
    }
    guard context.isInteractive else {
      throw UsageError.misuse(
        "the provider is missing",
        hint: Hint("name it: " + ProviderPreset.words.joined(separator: ", ", last: " or ")))
    }
    try context.sayWhichServer()
    let known = ProviderPreset.known
    let choice = try context.terminal.choose(
      purpose == .link ? "Link what?" : "Sign in at?", from: known.map(\.name), within: context.waitLimit)
    return known[choice]
  }
}

extension ProviderPreset {
  /// What people can type for a provider.
  static var words: [String] { known.map(\.shortName) + ["oidc.NAME", "saml.NAME"] }
}
