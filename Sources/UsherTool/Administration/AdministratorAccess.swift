import Administration
import AuthClient
import CommandKit
import Essentials
import HTTP

/// The credential of the person or workload that administers a project.
///
/// It is read and exchanged at the first request, and is not stored.
final class AdministratorAccess {
  private let options: AdministratorOptions
  private let world: World
  private let transports: Transports
  /// The credential for a local server.
  private let owner: AdministratorCredential
  private let output: Output
  private var tokens: AccessTokens?
  private var hasToldUnused = false

  init(
    _ options: AdministratorOptions, _ world: World, _ transports: Transports, owner: AdministratorCredential,
    _ output: Output
  ) {
    self.output = output
    self.options = options
    self.world = world
    self.transports = transports
    self.owner = owner
  }

  /// The variables with a credential that are set.
  static func variables(in environment: Environment) -> [String] {
    ["USHER_ACCESS_TOKEN", "GOOGLE_APPLICATION_CREDENTIALS"].filter { environment[$0] != nil }
  }

  /// Whether a credential is given for Google's service.
  var isGiven: Bool { options.usesGcloud || sources.first != nil }

  /// Returns a credential for the server of `destination`, and a new access token if the last one expires soon.
  func credential(for destination: Destination) throws -> AdministratorCredential {
    switch destination.endpoint {
    case .production: try googleCredential(for: destination)
    case .embedded, .emulator: try localCredential(for: destination)
    }
  }

  /// Returns the owner's token, or the token of a service account that the local server knows itself.
  private func localCredential(for destination: Destination) throws -> AdministratorCredential {
    guard let option = options.given else { return try variablesCredential(for: destination) ?? owner }
    guard options.serviceAccount != nil else {
      throw UsageError.misuse(
        "\(option) is for Google's service alone, and this is the \(destination.spokenServer)",
        hint: "leave it out: USHER_OWNER_TOKEN holds a local server's owner token, if it has one")
    }
    // A file or a variable must not decide where a credential goes, but on this machine.
    guard case .emulator(let address) = destination.endpoint,
      [.option, .profileOption].contains(destination.source)
        || destination.source.isExplicit && Origin(address)?.isLoopback == true
    else {
      throw UsageError.misuse(
        "\(option) needs a server that you name yourself",
        hint: "name it with --endpoint: production, or the URL of a running serve")
    }
    return try ownCredential(of: address, try accessToken(from: sources))
  }

  private func ownCredential(of address: String, _ token: AccessToken) throws -> AdministratorCredential {
    guard let issuer = token.issuer, issuer == Origin(address) else {
      throw Self.foreign(token.issuer, at: address)
    }
    return AdministratorCredential(
      accessToken: token.text, quotaProject: options.billingProject ?? token.quotaProject)
  }

  private static func foreign(_ issuer: Origin?, at address: String) -> Diagnosis {
    Diagnosis(
      .foreignCredential,
      issuer.map { "the credential belongs to \($0.description), not to \(address)" }
        ?? "the credential belongs to another server, not to \(address)",
      hint: "name the server as the credentials file does")
  }

  /// Returns the credential that a variable names, if a local server gave it; nil if there is none.
  ///
  /// usher tells which variables it does not use: the owner may do more than the account that they name.
  private func variablesCredential(for destination: Destination) throws -> AdministratorCredential? {
    var unused = world.environment["USHER_ACCESS_TOKEN"] == nil ? [] : ["USHER_ACCESS_TOKEN"]
    defer {
      if !hasToldUnused {
        for variable in unused {
          output.note("usher does not use \(variable): it is not for the \(destination.spokenServer)")
        }
      }
      hasToldUnused = true
    }
    let name = "GOOGLE_APPLICATION_CREDENTIALS"
    let file = CredentialSources { [environment = world.environment] variable in
      variable == .applicationCredentials ? environment[name] : nil
    }
    guard file.first != nil else { return nil }
    // The file of another service is not for this server. One that cannot be read may be, so it is an error: the owner
    // may do more than the account that it names.
    guard case .emulator(let address) = destination.endpoint,
      let issuer = try file.credential(from: files)?.issuer, issuer.isLoopback || issuer == Origin(address)
    else {
      unused.append(name)
      return nil
    }
    guard issuer == Origin(address) else { throw Self.foreign(issuer, at: address) }
    return try ownCredential(of: address, try accessToken(from: file))
  }

  private func googleCredential(for destination: Destination) throws -> AdministratorCredential {
    guard destination.source != .folderProfile else {
      throw UsageError.misuse(
        "only \(FolderProfile.fileName) names the profile, and an administrator's credential needs more",
        hint: "if you mean this profile, name it with -p \(destination.profile)")
    }
    let token = try accessToken(from: sources)
    if let issuer = token.issuer, issuer.isLoopback {
      throw Diagnosis(
        .foreignCredential,
        "the credential belongs to the local server at \(issuer.description), not to Google",
        hint: "use a credentials file of the project")
    }
    // Google charges a person's requests to a project that they name.
    let payer = options.billingProject ?? token.quotaProject
    return AdministratorCredential(
      accessToken: token.text, quotaProject: payer ?? (token.owner == .person ? destination.project : nil))
  }

  private var sources: CredentialSources {
    CredentialSources(
      accessTokenFile: options.accessTokenFile, serviceAccountFile: options.serviceAccount,
      environment: { [environment = world.environment] variable in
        switch variable {
        case .accessToken: environment["USHER_ACCESS_TOKEN"]
        case .applicationCredentials: environment["GOOGLE_APPLICATION_CREDENTIALS"]
        }
      })
  }

  private func accessToken(from sources: CredentialSources) throws -> AccessToken {
    if let tokens { return try tokens.token() }
    try options.check()
    guard let credential = try options.usesGcloud ? gcloudCredential() : sources.credential(from: files)
    else { throw Diagnosis.noAdministrator }
    if case .applicationCredentials(let path) = sources.first { output.warn(ofExposed: path) }
    let new = AccessTokens(of: credential, over: transports.hidden(), files: files, now: world.now)
    tokens = new
    return try new.token()
  }

  private var files: CredentialFiles {
    CredentialFiles { [input = world.standardInput] path, _ throws(GoogleCredentialError.FileProblem) in
      do throws(Diagnosis) {
        return try input.data(of: path)
      } catch {
        throw .unreadable(reason: error.message)
      }
    }
  }

  private func gcloudCredential() throws -> GoogleCredential {
    let line: String
    do throws(Diagnosis) {
      line = try ChildProgram.firstLine(
        of: "gcloud auth print-access-token", world.environment, within: .seconds(60))
    } catch {
      throw Diagnosis(
        .noAdministrator, "gcloud gave no access token (\(error.message))",
        hint: Hint("sign in to it", copying: "gcloud auth login"))
    }
    guard let token = AccessToken(line, owner: .person) else {
      throw Diagnosis(
        .noAdministrator, "what gcloud printed is not an access token",
        hint: Hint("sign in to it", copying: "gcloud auth login"))
    }
    return GoogleCredential(token)
  }
}

extension Diagnosis {
  fileprivate static let noAdministrator = Diagnosis(
    .noAdministrator, "no credential of an administrator is given",
    hint: Hint("use gcloud's account with --gcloud").then(
      "use a credentials file with --service-account FILE, or set GOOGLE_APPLICATION_CREDENTIALS to it"
    ).then("use an access token with --access-token-file FILE, or set USHER_ACCESS_TOKEN"))
}
