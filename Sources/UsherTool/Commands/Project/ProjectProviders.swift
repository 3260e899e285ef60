import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import OpenIDConnect
import SAML

struct ProviderSet: ToolCommand, ChangesProject {
  static let name = "project provider set"
  static let abstract: Text = "Set an identity provider of the project."
  static let discussion = """
    A project at Google needs the client ID and the secret of an OAuth client at the provider. An oidc provider \
    also needs its --issuer. A saml provider needs its --metadata-file, and the project's entity ID there as \
    --client-id. --disable refuses sign-ins with the provider, and ends those in progress.

    A local server shows its own page for every provider, and asks for no password. With --issuer, it uses the \
    real oidc provider instead. Then it exchanges the code and verifies the ID token. With --policy strict, it \
    also uses the real saml provider, and verifies its response.
    """
  static let manual = """
    Register the address at which your app waits as the redirect URI of the client. usher signin idp waits at a \
    fixed address if you give one:

      usher signin idp oidc.hr --listen 127.0.0.1:8123
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(\.provider, "provider", help: "The provider, like oidc.name or google."),
      .option(\.issuer, "issuer", value: "URL", help: "The URL of an oidc provider."),
      .option(\.clientID, "client-id", value: "ID", help: "The client ID of the project at the provider."),
      .option(
        \.secretFile, "client-secret-file", value: "FILE",
        help: "Read the client's secret from this file; - is standard input.", completion: .secretFile),
      .option(
        \.metadataFile, "metadata-file", value: "FILE",
        help: "Read the metadata of a saml provider from this file; - is standard input.", completion: .file),
      .flag(\.isDisabled, "disable", help: "Refuse sign-ins with this provider."),
    ] + Argument.set(\.change)
  static let examples = [
    Example(
      "usher project provider set oidc.hr --issuer https://id.test --client-id hr",
      "Use a company's own provider."),
    Example("usher project provider set google --disable", "Refuse sign-ins with Google."),
  ]

  var provider = ""
  var issuer: String?
  var clientID: String?
  var secretFile: String?
  var metadataFile: String?
  var isDisabled = false
  var change = ChangeOptions()

  struct Result: CommandResult {
    var provider: ProviderResult
  }

  func report(in context: Context) throws -> Report<Result> {
    let id = IdentityProvider(provider).id
    let isOwn = id.hasPrefix("oidc.")
    guard isOwn || issuer == nil else {
      throw UsageError.misuse(
        "\(SafeText.brief(id)) has no issuer to set",
        hint: "use --issuer with an oidc provider")
    }
    if let issuer, (try? OpenIDProvider.document(of: issuer)) == nil {
      throw Diagnosis(
        .badIssuer, "\(SafeText.brief(issuer)) is not an issuer",
        hint: "use an https address, or an http address on this machine, without a query")
    }
    let isSAML = id.hasPrefix("saml.")
    guard isSAML || metadataFile == nil else {
      throw UsageError.misuse(
        "\(SafeText.brief(id)) has no metadata to set", hint: "use --metadata-file with a saml provider")
    }
    let metadata = try metadataFile.map { try Self.metadata(in: $0, context.world.standardInput) }
    let project = try context.project(change)
    let present = try project.administrator().providers().first { $0.id == id }
    if isOwn, issuer == nil || clientID == nil, present == nil {
      throw UsageError.misuse(
        "\(SafeText.brief(id)) is not set yet", hint: "set its --issuer and --client-id")
    }
    if isSAML, present == nil, metadata == nil || clientID == nil {
      throw UsageError.misuse(
        "\(SafeText.brief(id)) is not set yet", hint: "set its --metadata-file and --client-id")
    }
    if project.isReal, present == nil, clientID == nil || secretFile == nil, !isOwn, !isSAML {
      throw UsageError.misuse(
        "\(SafeText.brief(id)) is not set yet", hint: "set its --client-id and --client-secret-file")
    }
    var config: JSONValue = ["enabled": .bool(!isDisabled)]
    config["issuer"] = issuer.map { .string($0) }
    if let metadata { config["idpConfig"] = Self.config(metadata) }
    if isSAML, let clientID {
      config["spConfig"] = ["spEntityId": .string(clientID)]
      // Google posts no answer to another page, and a local server has an address of its own.
      if present == nil, project.isReal {
        config["spConfig"]?["callbackUri"] = .string(
          "https://\(project.destination.project).firebaseapp.com/__/auth/handler")
      }
    } else {
      config["clientId"] = clientID.map { .string($0) }
    }
    config["clientSecret"] = try secretFile.map {
      .string(try ClientSecretFile.read($0, context.world.standardInput))
    }
    // A client without a secret is asked for a code without this, and Google takes this only beside a secret.
    if isOwn, issuer != nil, secretFile != nil { config["responseType"] = ["code": true] }
    let line = SettingChange(
      Text(verbatim: SafeText.brief(id)), from: present?.state ?? "not set",
      to: isDisabled ? Text("disabled") : Text("enabled")
    ).line
    let members: [Text?] = [
      (issuer ?? metadata?.entityID).map {
        SettingChange(Text("issuer"), from: Self.text(present?.issuer), to: Text(verbatim: $0)).line
      },
      clientID.map {
        SettingChange("client ID", from: Self.text(present?.clientID), to: Text(verbatim: $0)).line
      },
      secretFile.map { _ in "client secret: a new one" },
      metadata.map { "sign-on address: \(SafeText.brief($0.signOn))" },
    ]
    let certificates = try (metadata?.certificates ?? []).map { certificate -> Text in
      "certificate, SHA-256: \(try SAMLCertificate(certificate).fingerprint)"
    }
    // What a SAML provider has beside these stays.
    let mask =
      isSAML
      ? (config.members ?? []).map { $0.name == "spConfig" ? "spConfig.spEntityId" : $0.name } : nil
    let result = try project.change([line] + members.compactMap(\.self) + certificates) { server in
      present == nil
        ? try server.createProvider(id, config) : try server.updateProvider(id, config, mask: mask)
    }
    let name = SafeText.brief(result.id)
    let outcome: Text =
      switch (result.isEnabled, result.issuer) {
      case (false, _): "\(name) is disabled."
      case (true, let issuer?): "\(name) signs in at \(SafeText.brief(issuer))."
      case (true, nil):
        project.isReal ? "\(name) is enabled." : "\(name) signs in at the local server's own page."
      }
    return .done(Result(provider: ProviderResult(result)), outcome)
  }

  private static func metadata(in file: String, _ input: FileInput) throws -> IdpMetadata {
    let bytes = Array(try input.data(of: file))
    do throws(SAMLProblem) {
      let metadata = try IdpMetadata(bytes)
      guard EndpointAddress(metadata.signOn) != nil else { throw .malformed("SingleSignOnService") }
      return metadata
    } catch {
      throw Diagnosis(metadata: error)
    }
  }

  private static func config(_ metadata: IdpMetadata) -> JSONValue {
    [
      "idpEntityId": .string(metadata.entityID), "ssoUrl": .string(metadata.signOn),
      "idpCertificates": .array(
        metadata.certificates.map { certificate in
          let lines = stride(from: 0, to: certificate.utf8.count, by: 64)
            .map { certificate.dropFirst($0).prefix(64) }.joined(separator: "\n")
          return [
            "x509Certificate": .string(
              "-----BEGIN CERTIFICATE-----\n\(lines)\n-----END CERTIFICATE-----\n")
          ]
        }),
    ]
  }

  private static func text(_ value: String?) -> Text {
    value.map { Text(verbatim: $0) } ?? "not set"
  }
}

struct ProviderList: ToolCommand, ReadsProject {
  static let name = "project provider list"
  static let abstract: Text = "List the project's settings for identity providers."
  static let discussion = """
    At a local server, every other provider works, too: the server shows its own page for it.
    """
  static let arguments: [Argument<Self>] = Argument.set(\.administrator)
  static let examples = [
    Example("usher project provider list", "Show which providers have an issuer or are disabled.")
  ]

  var administrator = AdministratorOptions()

  struct Result: CommandResult {
    var providers: [ProviderResult]
  }

  func report(in context: Context) throws -> Report<Result> {
    let project = try context.project(administrator)
    let providers = try project.administrator().providers()
    return Report(
      .ok, Result(providers: providers.map(ProviderResult.init)),
      lines: providers.map { provider in
        let words = [provider.issuer, provider.clientID].compactMap(\.self)
        return
          ([Text(verbatim: provider.id), provider.state] + words.map { Text(verbatim: SafeText.brief($0)) })
          .joined(separator: "  ")
      },
      notes: providers.isEmpty
        ? [
          project.isReal
            ? "No provider is set."
            : "No provider is set. The local server's own page takes the place of all of them."
        ] : [])
  }
}

struct ProviderRemove: ToolCommand, ChangesProject {
  static let name = "project provider remove"
  static let abstract: Text = "Remove the project's settings for an identity provider."
  static let discussion = """
    Accounts stay linked to the provider. A local server then shows its own page for it again.
    """
  static let arguments: [Argument<Self>] =
    [.positional(\.provider, "provider", help: "The provider.")] + Argument.set(\.change)
  static let examples = [
    Example("usher project provider remove oidc.hr", "Use the server's own page for it again.")
  ]

  var provider = ""
  var change = ChangeOptions()

  struct Result: CommandResult {
    var id: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let id = IdentityProvider(provider).id
    let project = try context.project(change)
    guard let present = try project.administrator().providers().first(where: { $0.id == id }) else {
      throw Diagnosis(
        .providerNotSet, "nothing is set for \(SafeText.brief(id)) here",
        hint: Hint("see the providers", ["usher", "project", "provider", "list"]), retry: .newInput)
    }
    let line = SettingChange(
      Text(verbatim: SafeText.brief(id)), from: present.state, to: "not set"
    ).line
    try project.change([line]) { try $0.removeProvider(id) }
    return .done(
      Result(id: id),
      project.isReal
        ? "\(SafeText.brief(id)) is removed."
        : "\(SafeText.brief(id)) signs in at the local server's own page again.")
  }
}

/// The settings of a provider, as part of a result.
struct ProviderResult: Codable, Sendable {
  var id: String
  var enabled: Bool
  var issuer: String?
  var clientID: String?
  var hasClientSecret: Bool

  init(_ provider: ProviderConfiguration) {
    id = provider.id
    enabled = provider.isEnabled
    issuer = provider.issuer
    clientID = provider.clientID
    hasClientSecret = provider.hasSecret
  }
}

extension ProviderConfiguration {
  fileprivate var state: Text { isEnabled ? Text("enabled") : Text("disabled") }
}
