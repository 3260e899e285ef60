import CommandKit
import Essentials
import Flows
import IdentityToolkit
import LibC
import OpenIDConnect

struct OAuthClientSet: ToolCommand, AboutProfile {
  static let name = "profile client set"
  static let abstract = "Sign in at a provider with an OAuth client of your own."
  static let discussion = """
    Without one, signin idp goes through the project's own configuration of the provider. With one, it asks the \
    provider itself, by authorization code and PKCE, and gives the project the tokens; --device then works too. The \
    project has to know the client: for google.com it is safelisted in the Firebase console; for an oidc provider it \
    is the one that is configured there.

    google.com, github.com and oidc providers can be used so.
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.provider, "provider", help: "The provider, like google or oidc.name."),
    .option(\.clientID, "client-id", value: "ID", help: "What the provider calls the client."),
    .option(\.issuer, "issuer", value: "URL", help: "Where an oidc provider is."),
    .option(
      \.secretFile, "client-secret-file", value: "FILE",
      help: "Where the client's secret is, if it needs one; read at each sign-in.", completion: .file),
  ]
  static let examples = [
    Example(
      "usher profile client set oidc.hr --client-id usher --issuer https://id.example",
      "Ask a company's own provider."),
    Example(
      "usher profile client set google --client-id 123 --client-secret-file key.txt",
      "Use a client for desktop apps."),
  ]

  var provider = ""
  var clientID = ""
  var issuer: String?
  var secretFile: String?

  struct Result: CommandResult {
    var profile: String
    var client: OAuthClientResult
  }

  func report(in context: Context) throws -> Report<Result> {
    let provider = IdentityProvider(provider)
    var client = SavedOAuthClient(clientID: clientID, issuer: issuer)
    guard !clientID.isEmpty else { throw UsageError.misuse("--client-id is missing") }
    if issuer != nil, !provider.id.hasPrefix("oidc.") {
      throw UsageError.misuse(
        "the address of \(SafeText.line(provider.name)) is known",
        hint: "use --issuer with oidc providers only")
    }
    guard (1...512).contains(clientID.utf8.count), clientID.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw Diagnosis(
        .badSetting, "--client-id must be one word of plain characters", retry: .newInput)
    }
    if let issuer {
      do throws(OpenIDError) {
        _ = try OpenIDProvider.document(of: issuer)
      } catch {
        throw OwnClientProblem.asked(provider, error)
      }
    }
    guard let direct = provider.direct else {
      throw UsageError.misuse(
        "the service does not accept tokens that another client got from \(SafeText.line(provider.name))",
        hint: "use a client with google.com, github.com or an oidc provider")
    }
    if direct == .openID(issuer: nil), issuer == nil {
      throw UsageError.misuse(
        "the address of \(SafeText.line(provider.id)) is not known", hint: "name its --issuer URL")
    }
    // Whoever signs in later does so from another folder.
    client.secretFile = secretFile.map { $0.hasPrefix("/") ? $0 : context.world.currentFolder + "/" + $0 }
    if let file = client.secretFile, access(file, R_OK) != 0 {
      context.output.warn(
        "\(SafeText.line(file)) cannot be read: every sign-in needs the client's secret there")
    }
    let saved = client
    let name = try context.place.changeProfile { settings in
      settings.oauthClients = (settings.oauthClients ?? [:]).merging([provider.id: saved]) { _, new in new }
    }
    return Report(
      .ok, Result(profile: name, client: OAuthClientResult(provider.id, saved)),
      lines: ["\(name): \(SafeText.line(provider.name)) is asked by the client \(SafeText.line(clientID))."],
      isConfirmation: true)
  }
}

struct OAuthClientList: ToolCommand, AboutProfile {
  static let name = "profile client list"
  static let abstract = "List the profile's own OAuth clients."
  static let examples = [Example("usher profile client list", "Show provider, client and issuer.")]

  struct Result: CommandResult {
    var clients: [OAuthClientResult]
  }

  func report(in context: Context) throws -> Report<Result> {
    let state = try context.state.read()
    let name = try context.place.profileInUse(state)?.name
    let clients = (name.flatMap { state.profiles[$0]?.settings.oauthClients } ?? [:]).sorted {
      $0.key < $1.key
    }
    return Report(
      .ok, Result(clients: clients.map { OAuthClientResult($0.key, $0.value) }),
      lines: clients.map { id, client in
        [id, client.clientID, client.issuer].compactMap(\.self).map(SafeText.line).joined(separator: "  ")
      },
      notes: clients.isEmpty ? ["No own clients; sign-ins go through the project's configuration."] : [])
  }
}

struct OAuthClientRemove: ToolCommand, AboutProfile {
  static let name = "profile client remove"
  static let abstract = "Go through the project's configuration of a provider again."
  static let arguments: [Argument<Self>] = [.positional(\.provider, "provider", help: "The provider.")]
  static let examples = [Example("usher profile client remove google", "Forget the client at Google.")]

  var provider = ""

  struct Result: CommandResult {
    var profile: String
    var provider: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let id = IdentityProvider(provider).id
    let name = try context.place.changeProfile { settings in
      guard settings.oauthClients?.removeValue(forKey: id) != nil else {
        throw Diagnosis(
          .noSuchClient, "the profile has no client at \(SafeText.line(id))",
          hint: Hint("see the clients", ["usher", "profile", "client", "list"]), retry: .newInput)
      }
      if settings.oauthClients?.isEmpty == true { settings.oauthClients = nil }
    }
    return Report(
      .ok, Result(profile: name, provider: id),
      lines: ["\(name): \(SafeText.line(IdentityProvider(id).name)) is asked through the project again."],
      isConfirmation: true)
  }
}

/// An own client in a result.
struct OAuthClientResult: Codable, Sendable {
  var provider: String
  var clientID: String
  var issuer: String?
  var secretFile: String?

  init(_ provider: String, _ client: SavedOAuthClient) {
    self.provider = provider
    clientID = client.clientID
    issuer = client.issuer
    secretFile = client.secretFile
  }

  private enum CodingKeys: String, CodingKey {
    case provider, issuer
    case clientID = "client_id"
    case secretFile = "client_secret_file"
  }
}
