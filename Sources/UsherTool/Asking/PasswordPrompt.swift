import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

/// A password that was given with the command, or that a person is asked for, three times in all where it is refused.
struct PasswordPrompt {
  let person: Person
  private let world: World
  let options: PasswordOptions

  init(_ options: PasswordOptions = PasswordOptions(), of person: Person, in world: World) {
    self.options = options
    self.person = person
    self.world = world
  }

  static let tries = 3

  /// What `use` gives for the password of the account with the address `email`.
  /// - Parameters:
  ///   - instead: What a person does who has no password, or has forgotten it.
  ///   - isOfKnownAccount: Only the password can be wrong.
  func use<Result>(
    of email: String, instead: Hint? = nil, isOfKnownAccount: Bool = false,
    _ use: (String) throws -> Result
  ) throws -> Result {
    try attempt(
      use, explaining: "Type the password of \(email).", asking: { try ask(Text("Password: ")) }
    ) { diagnosis in
      let isWrong = Self.wrong.contains(diagnosis.code)
      guard isWrong || diagnosis == Self.empty else { return }
      if let instead { diagnosis.hint = instead }
      if isOfKnownAccount, isWrong { diagnosis.message = "wrong password" }
    }
  }

  /// What `use` gives for a new password, which a person types twice.
  /// - Parameter email: the account's address, where it is known.
  func choose<Result>(for email: String?, _ use: (String) throws -> Result) throws -> Result {
    try attempt(
      use, explaining: email.map { "Choose a password for \($0)." } ?? "Choose a password.", asking: askTwice
    ) { _ in }
  }

  private func attempt<Result>(
    _ use: (String) throws -> Result, explaining explanation: Text, asking ask: () throws -> String,
    explain: (inout Diagnosis) -> Void
  ) throws -> Result {
    if let given = try options.given(in: world, person.output) {
      guard !given.isEmpty else {
        var diagnosis = Self.empty
        diagnosis.hint = "check the file or the variable that it comes from"
        throw diagnosis
      }
      do {
        return try use(given)
      } catch {
        var diagnosis = Diagnosis(error, now: world.now())
        guard Self.wrong.contains(diagnosis.code) else { throw error }
        explain(&diagnosis)
        throw diagnosis
      }
    }
    guard person.isInteractive else {
      throw UsageError.misuse("the password is missing", hint: Hint("pass it with \(options.ways)"))
    }
    person.terminal.say(explanation)
    var left = Self.tries
    while true {
      do {
        return try use(try ask())
      } catch {
        left -= 1
        guard var diagnosis = worthAskingOn(error) else { throw error }
        explain(&diagnosis)
        guard left > 0 else { throw diagnosis }
        // Another way needs another command, and the prompt comes first.
        if Self.wrong.union([Self.empty.code]).contains(diagnosis.code) { diagnosis.hint = nil }
        person.say(diagnosis)
      }
    }
  }

  /// What to say of a password that another may be typed for; nil for other failures.
  private func worthAskingOn(_ error: any Error) -> Diagnosis? {
    let diagnosis = Diagnosis(error, now: world.now())
    return Self.wrong.union(Self.unfit).contains(diagnosis.code) ? diagnosis : nil
  }

  private static let wrong: Set<String> = ["auth/wrong-password", "auth/invalid-credential"]
  private static let unfit: Set<String> = [
    empty.code, differing.code, "auth/weak-password", "auth/password-does-not-meet-requirements",
  ]

  private func ask(_ question: Text) throws -> String {
    let password = try person.terminal.askSecret(question, within: person.waitLimit)
    guard !password.isEmpty else { throw Self.empty }
    return password
  }

  private func askTwice() throws -> String {
    let password = try ask("New password: ")
    guard try person.terminal.askSecret("Type it again: ", within: person.waitLimit) == password else {
      throw Self.differing
    }
    return password
  }

  private static let empty = Diagnosis("auth/missing-password", .data, "the password is empty")
  private static let differing = Diagnosis(.passwordsDiffer, "the two passwords differ")
}

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
