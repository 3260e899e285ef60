package import Flows

/// A program that signs its users in with usher's conversations, under its own name.
package struct HostProgram: Sendable {
  package let name: String
  /// The program's command that signs a user in, such as `acme login`.
  package let signIn: [String]
  /// The methods that it offers; nil for all.
  package let methods: Set<OfferedMethod>?

  package init(name: String, signIn: [String], methods: Set<OfferedMethod>? = nil) {
    self.name = name
    self.signIn = signIn
    self.methods = methods
  }

  /// Creates the program whose command `signIn` signs users in, with words between spaces, such as `acme login`.
  init(signIn: String) {
    let words = signIn.split(separator: " ").map(String.init)
    self.init(name: words.first ?? "usher", signIn: words)
  }

  /// Returns the program's command in place of one of usher's; nil if it has none.
  ///
  /// Of usher's commands, it has only the sign-in.
  func command(for argv: [String]) -> [String]? {
    // The sign-in also asks for the codes and links that these send. A link with another purpose is not part of it.
    guard let word = argv.dropFirst().first, Self.signingIn.contains(word), !argv.contains("--purpose") else {
      return nil
    }
    return signIn
  }

  private static let signingIn: Set = [
    "signin", "signup", "verify-phone", "send-link", "confirm-code", "complete-link", "reauth",
  ]
}
