import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import OpenIDConnect

struct LocalProviderSet: ToolCommand, AtLocalServer {
  static let name = "local provider set"
  static let abstract = "Set an identity provider of the local project."
  static let discussion = """
    The local server shows its own page for every provider, and asks for no password. With --issuer, it uses the \
    real oidc provider instead. Then it exchanges the code and verifies the ID token.

    --disable refuses sign-ins with the provider, and ends those in progress.
    """
  static let manual = """
    Register the address at which your app waits as the redirect URI of the client. usher signin idp waits at a \
    fixed address if you give one:

      usher signin idp oidc.hr --listen 127.0.0.1:8123
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.provider, "provider", help: "The provider, like oidc.name or google."),
    .option(\.issuer, "issuer", value: "URL", help: "The URL of an oidc provider."),
    .option(\.clientID, "client-id", value: "ID", help: "The client ID of the server at the provider."),
    .option(
      \.secretFile, "client-secret-file", value: "FILE",
      help: "Read the client's secret from this file; - is standard input.", completion: .file),
    .flag(\.isDisabled, "disable", help: "Refuse sign-ins with this provider."),
  ]
  static let examples = [
    Example(
      "usher local provider set oidc.hr --issuer https://id.test --client-id hr",
      "Use a company's own provider."),
    Example("usher local provider set google --disable", "Refuse sign-ins with Google."),
  ]

  var provider = ""
  var issuer: String?
  var clientID: String?
  var secretFile: String?
  var isDisabled = false

  struct Result: CommandResult {
    var provider: LocalProviderResult
  }

  func report(in context: Context) throws -> Report<Result> {
    let id = IdentityProvider(provider).id
    let isOwn = id.hasPrefix("oidc.")
    guard isOwn || issuer == nil else {
      throw UsageError.misuse(
        "the local server replaces \(SafeText.line(id)) itself",
        hint: "use --issuer with an oidc provider")
    }
    if let issuer, (try? OpenIDProvider.document(of: issuer)) == nil {
      throw Diagnosis(
        .badIssuer, "\(SafeText.line(issuer)) is not an issuer",
        hint: "use an https address, or an http address on this machine, without a query", retry: .newInput)
    }
    let server = try context.service.localServer()
    if isOwn, issuer == nil || clientID == nil, try !server.providers().contains(where: { $0.id == id }) {
      throw UsageError.misuse(
        "\(SafeText.line(id)) is not set yet", hint: "set its --issuer and --client-id")
    }
    if id.hasPrefix("saml."), try !server.providers().contains(where: { $0.id == id }) {
      throw Diagnosis(
        .providerNotSet, "\(SafeText.line(id)) is not set yet",
        hint: "set a SAML provider's certificates and addresses with the admin API, inboundSamlConfigs",
        retry: .newInput)
    }
    var config: JSONValue = ["enabled": .bool(!isDisabled)]
    config["issuer"] = issuer.map { .string($0) }
    config["clientId"] = clientID.map { .string($0) }
    config["clientSecret"] = try secretFile.map {
      .string(try ClientSecretFile.read($0, context.world.standardInput))
    }
    if isOwn, issuer != nil { config["responseType"] = ["code": true] }
    let result = LocalProviderResult(try server.setProvider(id, config))
    let way =
      result.isEnabled
      ? result.issuer.map { "signs in at \(SafeText.line($0))" } ?? "signs in at the local server's own page"
      : "is disabled"
    return Report(
      .ok, Result(provider: result), lines: ["\(SafeText.line(result.id)) \(way)."], isConfirmation: true)
  }
}

struct LocalProviderList: ToolCommand, AtLocalServer {
  static let name = "local provider list"
  static let abstract = "List the local project's settings for identity providers."
  static let discussion = """
    Every other provider works, too: the local server shows its own page for it.
    """
  static let examples = [
    Example("usher local provider list", "Show which providers have an issuer or are disabled.")
  ]

  struct Result: CommandResult {
    var providers: [LocalProviderResult]
  }

  func report(in context: Context) throws -> Report<Result> {
    let providers = try context.service.localServer().providers().map(LocalProviderResult.init)
    return Report(
      .ok, Result(providers: providers),
      lines: providers.map { provider in
        [provider.id, provider.isEnabled ? "enabled" : "disabled", provider.issuer, provider.clientID]
          .compactMap(\.self).map(SafeText.line).joined(separator: "  ")
      },
      notes: providers.isEmpty
        ? ["No provider is set. The local server's own page takes the place of all of them."] : [])
  }
}

struct LocalProviderRemove: ToolCommand, AtLocalServer {
  static let name = "local provider remove"
  static let abstract = "Remove the local project's settings for an identity provider."
  static let discussion = """
    The local server then shows its own page for the provider again. Accounts stay linked to it.
    """
  static let arguments: [Argument<Self>] = [.positional(\.provider, "provider", help: "The provider.")]
  static let examples = [
    Example("usher local provider remove oidc.hr", "Use the server's own page for it again.")
  ]

  var provider = ""

  struct Result: CommandResult {
    var id: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let id = IdentityProvider(provider).id
    let server = try context.service.localServer()
    guard try server.providers().contains(where: { $0.id == id }) else {
      throw Diagnosis(
        .providerNotSet, "nothing is set for \(SafeText.line(id)) here",
        hint: Hint("see the providers", ["usher", "local", "provider", "list"]), retry: .newInput)
    }
    try server.removeProvider(id)
    return Report(
      .ok, Result(id: id), lines: ["\(SafeText.line(id)) signs in at the local server's own page again."],
      isConfirmation: true)
  }
}

/// The settings of a provider, as part of a result.
struct LocalProviderResult: Codable, Sendable {
  var id: String
  var isEnabled: Bool
  var issuer: String?
  var clientID: String?
  var hasSecret: Bool

  init(_ provider: ProviderConfiguration) {
    id = provider.id
    isEnabled = provider.isEnabled
    issuer = provider.issuer
    clientID = provider.clientID
    hasSecret = provider.hasSecret
  }

  private enum CodingKeys: String, CodingKey {
    case id
    case isEnabled = "enabled"
    case issuer
    case clientID = "client_id"
    case hasSecret = "has_client_secret"
  }
}
