import AuthClient
import CommandKit
import Crypto
import Essentials
import Flows
import IDTokens
import IdentityToolkit

struct SignInCustomToken: ToolCommand {
  static let name = "signin custom-token"
  static let abstract: Text = "Sign in with a custom token of the project's back end."
  static let discussion = """
    --uid creates a token and signs in with it. A local server needs nothing else; a real project needs \
    --service-account. --token-file takes an existing token.
    """
  static let arguments: [Argument<Self>] = [
    .option(
      \.tokenFile, "token-file", value: "FILE", help: "Read the token from this file; - is standard input.",
      completion: .secretFile),
    .option(\.uid, "uid", value: "UID", help: "Create a token for this uid; the account need not exist."),
    .option(\.claims, "claims", value: "JSON", help: "Claims for the session's ID tokens, a JSON object."),
    .option(
      \.serviceAccount, "service-account", value: "FILE", help: "Sign with this service account's key file.",
      completion: .secretFile),
  ]
  static var refused: [RefusedOption] {
    ["token", "custom-token"].map {
      RefusedOption($0, instead: "--token-file", advice: "use --token-file FILE")
    } + knownFromPeers
  }
  static let examples = [
    Example(
      "usher signin custom-token --uid tester --claims '{\"role\":\"admin\"}'",
      "Sign in a test user with claims."),
    Example("usher signin custom-token --token-file token.jwt", "Use a token from a back end."),
  ]

  var tokenFile: String?
  var uid: String?
  var claims: String?
  var serviceAccount: String?

  func report(in context: Context) throws -> Report<StepResult> {
    let flow = try context.sessions.flow()
    try flow.refuseShadowed(by: .signIn)
    let token = try token(in: context)
    return try StepReports.of(CommandAsker(context, flow)) { engine in
      try engine.signIn(method: "custom-token") { auth throws(AuthFailure) in
        try auth.signIn(withCustomToken: token)
      }
    }
  }

  private func token(in context: Context) throws -> String {
    switch (tokenFile, uid) {
    case (let file?, nil):
      if claims != nil || serviceAccount != nil {
        throw UsageError.misuse(
          "--claims and --service-account are for a token made here, with --uid",
          hint: "leave them out: a token that is already signed has its claims")
      }
      let token = try context.world.standardInput.text(of: file).split(whereSeparator: \.isNewline).joined()
      guard !token.isEmpty else {
        throw Diagnosis("auth/invalid-custom-token", .data, "the custom token is empty")
      }
      return token
    case (nil, let uid?): return try made(for: uid, context)
    default:
      throw UsageError.misuse(
        "one of --uid and --token-file is needed",
        hint: Hint("see the options", copying: "usher signin custom-token --help"))
    }
  }

  private func made(for uid: String, _ context: Context) throws -> String {
    guard (1...128).contains(uid.utf8.count) else {
      throw Diagnosis("auth/argument-error", .data, "a uid must have 1 to 128 bytes")
    }
    let claims = try claimsObject()
    if let serviceAccount {
      let account = try readAccount(serviceAccount, context)
      let payload = CustomTokenClaims(
        uid: uid, tenant: try context.place.destination().tenant, claims: claims, signer: account.email,
        at: context.world.now()
      ).value
      do {
        return try JWT.signed(payload, by: PrivateKey(pem: account.privateKey))
      } catch {
        throw Diagnosis("auth/argument-error", .data, "\(serviceAccount) does not contain a usable RSA key")
      }
    }
    guard try context.place.destination().endpoint != .production else {
      throw UsageError.misuse(
        "a real project needs a token signed by its service account", hint: "pass --service-account FILE")
    }
    return try localToken(uid, claims, context)
  }

  /// Returns a custom token from the local server; Firebase's emulator accepts an unsigned one.
  private func localToken(_ uid: String, _ claims: JSONValue?, _ context: Context) throws -> String {
    do {
      return try context.service.localServer().customToken(uid: uid, claims: claims)
    } catch let error as AuthFailure where error.isUnknownRoute {
      return JWT.unsigned(
        CustomTokenClaims(
          uid: uid, tenant: try context.place.destination().tenant, claims: claims, signer: "usher@localhost",
          at: context.world.now()
        ).value)
    }
  }

  private func claimsObject() throws -> JSONValue? {
    guard let claims else { return nil }
    guard case .success(let value) = try JSONArgument.value(of: claims, named: Text("the claims")),
      value.members != nil
    else {
      throw Diagnosis(
        "auth/argument-error", .data, "the claims are not a JSON object",
        hint: "write them as in '{\"role\":\"admin\"}'")
    }
    return value
  }

  private func readAccount(_ file: String, _ context: Context) throws -> ServiceAccount {
    let text = try context.world.standardInput.text(of: file)
    guard let account = try? JSONReader.plain.read(ServiceAccount.self, from: text) else {
      throw Diagnosis("auth/argument-error", .data, "\(file) is not the key file of a service account")
    }
    return account
  }
}

/// A service account, with the field names of its JSON key file.
struct ServiceAccount: Decodable {
  var email: String
  var privateKey: String
  var project: String?

  enum CodingKeys: String, CodingKey {
    case email = "client_email"
    case privateKey = "private_key"
    case project = "project_id"
  }
}
