import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import TerminalIO

/// Which identity provider is meant.
struct ProviderChoice {
  let word: String?
  let purpose: CredentialPurpose

  /// The one that was named, or is chosen at the terminal.
  func made(at service: Service, by person: Person) throws -> IdentityProvider {
    if let word {
      // The others have a domain for a name.
      guard IdentityProvider.isNamed(by: word) || word.contains(".") else {
        let nearest = IdentityProvider.offered.map(\.word).nearest(to: word).first
        throw UsageError.misuse(
          "there is no provider '\(SafeText.brief(word))'",
          hint: nearest.map { "did you mean \($0)?" }
            ?? Hint("name one: \(Text(anyOf: IdentityProvider.typedWords))"))
      }
      return IdentityProvider(word)
    }
    guard person.isInteractive else {
      throw UsageError.misuse(
        "the provider is missing",
        hint: Hint("name it: \(Text(anyOf: IdentityProvider.typedWords))"))
    }
    try service.place.sayWhichServer(to: person)
    return try person.choose("Which provider?", among: IdentityProvider.offered) { Text(verbatim: $0.name) }
  }
}

// MARK: - Words that name none

extension ProviderChoice {
  /// The sign-in methods that can stand in a provider's place, by the command.
  static let methods = [
    "signin": ["phone", "email-link", "password", "anonymous", "custom-token", "idp", "passkey"],
    "link": ["phone", "email-link", "password", "idp"],
    "reauth": ["phone", "email-link", "password", "idp", "passkey"],
  ]

  /// Refuses a word after `command` that can only have been meant for a method or a provider.
  static func refuseOther(_ word: String, after command: String) throws(UsageError) {
    // Providers that are not known have a domain for a name.
    guard IdentityProvider.isNamed(by: word) || word.contains(".") else {
      throw unexpected(word, after: command)
    }
  }

  static func unexpected(_ word: String, after command: String) -> UsageError {
    let words = (methods[command] ?? []) + IdentityProvider.offered.map(\.word)
    let nearest = words.nearest(to: word)
    if nearest.isEmpty, command == "signin" {
      return .misuse("'\(SafeText.brief(word))' is not a phone number, an e-mail address or a provider")
    }
    return .unexpectedArgument(word, suggestions: nearest.map { command + " " + $0 })
  }

  /// For a word that was typed where a number, an address or a provider was asked for.
  static func unknown(_ word: String) -> Diagnosis {
    let nearest = (IdentityProvider.offered.map(\.word) + ["anonymous", "passkey"]).nearest(to: word).first
    return Diagnosis(
      AuthErrorCode.invalidArgument.name, .data,
      "'\(SafeText.brief(word))' is not a phone number, an e-mail address or a provider",
      hint: nearest.map { "did you mean \($0)?" }
        ?? Hint("providers are \(Text(allOf: IdentityProvider.typedWords))"))
  }
}

extension IdentityProvider {
  /// What people can type for a provider.
  static let typedWords = offered.map(\.word) + ["oidc.NAME", "saml.NAME"]
}

/// How to sign in at an identity provider.
struct ProviderOptions {
  var request = AuthorizationRequest()
  /// The provider's tokens, if they are at hand.
  var tokens = TokenFiles()
  /// Who signs in, as a local server is told.
  var identity: String?
  /// Whether the person signs in on another machine.
  var onAnotherMachine = false
  var showsTokens = false
}
