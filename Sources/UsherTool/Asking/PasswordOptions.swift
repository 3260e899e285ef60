import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

/// Where a command finds a password: never on its command line.
struct PasswordOptions: ArgumentSet {
  var file: String?
  var standardInput = false
  /// How the command that has them takes a password.
  var ways: Text = "--password-file FILE or --password-stdin"

  static let arguments: [Argument<Self>] = [
    .option(
      \.file, "password-file", value: "FILE", help: "Read the password from this file; - is standard input.",
      completion: .secretFile
    ).excluding("--password-stdin"),
    .flag(\.standardInput, "password-stdin", help: "Read the password from standard input."),
  ]

  /// Whether the command's own words say where it is.
  var isGiven: Bool { file != nil || standardInput }

  /// The password that was given in a file, on standard input or by a variable; one newline at its end is
  /// not part of it.
  func given(in world: World, _ output: Output) throws -> String? {
    // A person types it where it is not shown.
    if standardInput, world.standardInput.isTerminal { return nil }
    if standardInput { return Self.dropNewline(try world.standardInput.text()) }
    if let file { return Self.dropNewline(try world.standardInput.text(of: file)) }
    if let file = world.environment["USHER_PASSWORD_FILE"] {
      output.warn(ofExposed: file)
      return Self.dropNewline(try world.standardInput.text(of: file))
    }
    return world.environment["USHER_PASSWORD"]
  }

  private static func dropNewline(_ text: String) -> String {
    text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}

extension PasswordOptions {
  /// Signs in, links or re-authenticates with an address and its password.
  /// - Parameter typed: The address, if it was said already.
  func report(
    for purpose: CredentialPurpose, _ typed: String?, _ secondFactor: FactorOptions = FactorOptions(),
    in context: Context
  ) throws -> Report<StepResult> {
    let flow = try context.sessions.flow(verifying: secondFactor.appVerification)
    let session = try flow.current(for: purpose)
    if purpose == .reauthenticate { try AccountUse(flow).refuseUnlinked("password") }
    try context.place.sayWhichServer(to: context.person)
    let known = purpose == .signIn ? nil : session?.account.email
    let email = try EmailAddress.read(typed ?? known, from: context.person)
    var asker = CommandAsker(context, flow)
    asker.password = self
    asker.secondFactor = try secondFactor.read(context.world.standardInput)
    return try StepReports.of(asker) { engine in
      purpose == .link
        ? try engine.linkPassword(email) : try engine.by(CredentialRequest(.password(email), for: purpose))
    }
  }
}
