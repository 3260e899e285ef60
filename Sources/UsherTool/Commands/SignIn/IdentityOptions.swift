import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import OpenIDConnect
import TerminalIO

/// The options of a sign-in with an identity provider.
struct IdentityOptions: ArgumentSet, Equatable {
  var tokens = TokenFiles()
  var scopes: [String] = []
  var parameters: [ProviderParameter] = []
  var identity: String?
  var onAnotherMachine = false
  var showsProviderToken = false
  var secondFactor = FactorOptions()

  static let heading: Text? = "Identity provider"
  static let arguments: [Argument<Self>] =
    Argument.set(\.tokens) + [
      .option(
        \.scopes, "scope", value: "SCOPE",
        help: "Request this extra scope; separate several with commas."),
      .option(
        \.parameters, "param", value: "NAME=VALUE",
        help: "Add this parameter to the provider's sign-in page, like login_hint=kim@example.com."),
      .option(
        \.identity, "identity", value: "IDENTITY",
        help: "On a local server, sign in without a browser, with an e-mail address or JSON claims."),
      .flag(
        \.onAnotherMachine, "device",
        help:
          "Enter a code on another device; needs your own OAuth client (usher profile client set)."),
      .flag(
        \.showsProviderToken, "show-provider-token",
        help: "Also print the provider's tokens; they are secret, and usher does not save them."),
    ] + Argument.set(\.secondFactor)

  /// - Parameter word: The provider as the user typed it; if nil, usher asks for it.
  func report(
    at word: String?, for purpose: CredentialPurpose, in context: Context
  ) throws -> Report<StepResult> {
    try refuseContradictions()
    let flow = try context.sessions.flow(verifying: secondFactor.appVerification)
    try flow.refuseShadowed(by: purpose)
    let provider = try ProviderChoice(word: word, purpose: purpose).made(
      at: context.service, by: context.person)
    let asker = try asker(flow, in: context)
    return try StepReports.of(asker) { try $0.by(CredentialRequest(.provider(provider), for: purpose)) }
  }

  func asker(_ flow: FlowSession, in context: Context) throws -> CommandAsker {
    var asker = CommandAsker(context, flow)
    asker.secondFactor = try secondFactor.read(context.world.standardInput)
    asker.provider = ProviderOptions(
      request: AuthorizationRequest(
        scopes: scopes.flatMap { $0.split { $0 == "," || $0 == " " }.map(String.init) },
        parameters: Dictionary(parameters.map { ($0.name, $0.value) }) { _, last in last }),
      tokens: tokens, identity: identity, onAnotherMachine: onAnotherMachine, showsTokens: showsProviderToken)
    return asker
  }
}

// MARK: - Conflicting options

extension IdentityOptions {
  /// The first given option for a request to the provider; nil if there is none.
  var optionOfQuestion: String? {
    [("--device", onAnotherMachine), ("--scope", !scopes.isEmpty), ("--param", !parameters.isEmpty)]
      .first(where: \.1)?.0
  }

  /// Refuses these options after `command` if it names no provider.
  /// - Parameter who: The number or the address that it names.
  func refuse(after command: String, for who: String? = nil) throws(UsageError) {
    guard self != IdentityOptions() else { return }
    if let (option, method) = optionOfMethod(for: who), command != "link" || method == "phone" {
      let operand = command == "reauth" ? [] : [method == "phone" ? "NUMBER" : "EMAIL"]
      throw .misuse(
        "\(option[0]) needs the name of the sign-in method",
        hint: Hint("name it", template: ["usher", command, method] + operand + option))
    }
    throw .misuse(
      "the options are for a sign-in at a provider, and none is named",
      hint: Hint("name it", template: ["usher", command, "PROVIDER"]))
  }

  /// The first given option, and the method that it is for, if only options for a code or a second factor are given.
  private func optionOfMethod(for who: String?) -> (option: [String], method: String)? {
    var others = self
    others.secondFactor = FactorOptions()
    guard others == IdentityOptions() else { return nil }
    let (factor, verification) = (secondFactor, secondFactor.appVerification)
    func first(_ options: [([String], Bool)]) -> [String]? { options.first(where: \.1)?.0 }
    let ofPassword = first([
      (["--totp-secret-file", "FILE"], factor.totpSecretFile != nil),
      (["--factor", "FACTOR"], factor.factor != nil),
    ])
    let ofBoth = first([
      (["--testing"], verification.testing), (["--app-verification", "HOW"], verification.method != nil),
      (["--recaptcha-token-file", "FILE"], verification.recaptchaTokenFile != nil),
      (["--code-file", "FILE"], factor.code.file != nil),
      (["--code-command", "COMMAND"], factor.code.command != nil),
    ])
    if let ofPassword { return (ofPassword, "password") }
    return ofBoth.map { ($0, who?.contains("@") == true ? "password" : "phone") }
  }

  /// Refuses options that contradict each other, because one would be ignored.
  func refuseContradictions() throws(UsageError) {
    let browser = secondFactor.appVerification.browser
    let page = [
      ("--no-browser", browser.noBrowser), ("--listen", browser.listen != nil),
      ("--page-host", browser.pageHost != nil),
    ]
    if tokens.isGiven {
      if identity != nil { throw .misuse("--identity does not go with the provider's tokens") }
      if let option = optionOfQuestion {
        throw .misuse("\(option) does not go with the provider's tokens: with them, usher asks nothing")
      }
    }
    if identity != nil {
      let others = [("--device", onAnotherMachine), ("--scope", !scopes.isEmpty)] + page
      if let option = others.first(where: \.1)?.0 {
        throw .misuse("\(option) does not go with --identity, which needs no browser and no provider")
      }
    }
    if onAnotherMachine,
      let option = (page + [("--param", !parameters.isEmpty)]).first(where: \.1)?.0
    {
      throw .misuse("\(option) does not go with --device, which opens no page here")
    }
  }
}

extension Argument {
  static func provider(_ property: any WritableKeyPath<Target, String?> & Sendable) -> Argument {
    .positional(
      property, "provider",
      help:
        "The provider: \(Text(anyOf: IdentityProvider.typedWords)).",
      required: false, completion: .choices(IdentityProvider.offered.map(\.word)))
  }
}

/// A parameter for a provider's sign-in page, `login_hint=kim@example.com`.
struct ProviderParameter: ArgumentValue, Equatable {
  let name: String
  let value: String

  init(argument: String) throws(InvalidValue) {
    let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[0].isEmpty else {
      throw InvalidValue("must be a name, = and a value, such as login_hint=kim@example.com")
    }
    name = String(halves[0])
    value = String(halves[1])
    if Authorization.ownParameters.contains(name) {
      throw InvalidValue("must not be \(name), which the service sets itself")
    }
  }
}
