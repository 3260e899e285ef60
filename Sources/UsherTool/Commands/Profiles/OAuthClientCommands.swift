import CommandKit
import Essentials
import Flows
import IdentityToolkit
import LibC
import OpenIDConnect

struct OAuthClientSet: ToolCommand, AboutProfile {
  static let name = "profile client set"
  static let abstract: Text = "Use your own OAuth client at a provider."
  static let discussion = """
    Without your own client, signin idp uses the project's configuration of the provider. With one, usher asks \
    the provider itself and gives the project the tokens. --device works then, too.
    """
  static let manual = """
    This works with google.com, github.com and oidc providers.

    usher asks the provider by authorization code and PKCE. The project must know the client. For google.com, \
    safelist it in the Firebase console. For an oidc provider, it is the client that the project has configured.

      usher profile client set oidc.hr --client-id hr --issuer https://id.test
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.provider, "provider", help: "The provider, like google or oidc.name."),
    .option(\.clientID, "client-id", value: "ID", help: "The client's ID at the provider."),
    .option(\.issuer, "issuer", value: "URL", help: "The URL of an oidc provider."),
    .option(
      \.secretFile, "client-secret-file", value: "FILE",
      help: "The file with the client's secret, read at each sign-in.", completion: .secretFile),
  ]
  static let examples = [
    Example(
      "usher profile client set oidc.hr --client-id hr --issuer https://id.test",
      "Use a company's own provider."),
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
        "the address of \(SafeText.brief(provider.name)) is known",
        hint: "use --issuer with oidc providers only")
    }
    guard (1...512).contains(clientID.utf8.count), clientID.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw Diagnosis(.badSetting, "--client-id must be one word of plain characters")
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
        "the service does not accept tokens that another client got from \(SafeText.brief(provider.name))",
        hint: "use a client with google.com, github.com or an oidc provider")
    }
    if direct == .openID(issuer: nil), issuer == nil {
      throw UsageError.misuse(
        "the address of \(SafeText.brief(provider.id)) is not known", hint: "name its --issuer URL")
    }
    // Save an absolute path, because later sign-ins may start in another folder.
    client.secretFile = secretFile.map { $0.hasPrefix("/") ? $0 : context.world.currentFolder + "/" + $0 }
    if let file = client.secretFile, access(file, R_OK) != 0 {
      context.output.warn(
        "\(SafeText.brief(file)) cannot be read: every sign-in needs the client's secret there")
    }
    let saved = client
    let name = try context.place.changeProfile { settings in
      settings.oauthClients = (settings.oauthClients ?? [:]).merging([provider.id: saved]) { _, new in new }
    }
    return .done(
      Result(profile: name, client: OAuthClientResult(provider.id, saved)),
      "The profile \(name) now signs in at \(SafeText.brief(provider.name)) with the client \(SafeText.brief(clientID))."
    )
  }
}

struct OAuthClientList: ToolCommand, AboutProfile {
  static let name = "profile client list"
  static let abstract: Text = "List the profile's own OAuth clients."
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
        Text(
          verbatim: [id, client.clientID, client.issuer].compactMap(\.self).map(SafeText.brief)
            .joined(separator: "  "))
      },
      notes: clients.isEmpty
        ? ["The profile has no clients of its own. Sign-ins use the project's configuration."] : [])
  }
}

struct OAuthClientRemove: ToolCommand, AboutProfile {
  static let name = "profile client remove"
  static let abstract: Text = "Remove your own OAuth client for a provider."
  static let arguments: [Argument<Self>] = [.positional(\.provider, "provider", help: "The provider.")]
  static let examples = [
    Example("usher profile client remove google", "Use the project's client for Google again.")
  ]

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
          .noSuchClient, "the profile has no client at \(SafeText.brief(id))",
          hint: Hint("see the clients", ["usher", "profile", "client", "list"]), retry: .newInput)
      }
      if settings.oauthClients?.isEmpty == true { settings.oauthClients = nil }
    }
    return .done(
      Result(profile: name, provider: id),
      "The profile \(name) now signs in at \(SafeText.brief(IdentityProvider(id).name)) with the project's configuration."
    )
  }
}

/// The user's own OAuth client, as part of a result.
struct OAuthClientResult: Codable, Sendable {
  var provider: String
  var issuer: String?
  var clientID: String
  var clientSecretFile: String?

  init(_ provider: String, _ client: SavedOAuthClient) {
    self.provider = provider
    clientID = client.clientID
    issuer = client.issuer
    clientSecretFile = client.secretFile
  }
}
