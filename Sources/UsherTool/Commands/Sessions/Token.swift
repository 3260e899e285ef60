import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

struct Token: ToolCommand {
  static let name = "token"
  static let abstract = "Print a valid ID token, renewed if needed."
  static let discussion = """
    -H prints a whole header line for curl -H. --claims prints the token's claims instead, and --verify checks its \
    signature with the public keys of the endpoint.
    """
  static let arguments: [Argument<Self>] = [
    .option(
      \.minimumLife, "min-ttl", value: "TIME",
      help: "Renew a token that expires sooner than this; by default 5m."
    ),
    .flag(\.refresh, "refresh", help: "Renew in any case."),
    .option(
      \.format, "format", value: "FORM", help: "How to print the token: bare, as a header line, or as JSON."),
    .flag(\.header, "header", short: "H", help: "The same as --format header."),
    .flag(\.claims, "claims", help: "Print the token's claims instead."),
    .flag(\.verify, "verify", help: "Check the signature with the endpoint's public keys first."),
    .flag(\.copy, "copy", help: "Copy to the clipboard what would be printed, and print nothing."),
  ]
  static let examples = [
    Example("usher token", "Print the token."),
    Example(
      "curl -H \"$(usher token -H)\" https://api.example.com/me", "Call an API as the signed-in user."),
    Example("usher token --claims | jq .exp", "Print when the token expires."),
  ]

  enum Format: String, CaseIterable, ArgumentValue {
    case raw, header, json
  }

  var minimumLife: Duration?
  var refresh = false
  var format: Format?
  var header = false
  var claims = false
  var verify = false
  var copy = false

  struct Result: CommandResult, OmitsMissing {
    var token: String
    var expiresAt: Date
    var uid: String
    var claims: JSONValue?
    var verified: Bool?

    private enum CodingKeys: String, CodingKey {
      case token
      case expiresAt = "expires_at"
      case uid, claims, verified
    }
  }

  func report(in context: Context) throws -> Report<Result> {
    if header, let format, format != .header {
      throw UsageError.misuse("-H and --format \(format.rawValue) exclude each other")
    }
    if claims, header || format == .header {
      throw UsageError.misuse("--claims prints no token, so -H and --format header do not go with it")
    }
    if format == .json { context.options.json = true }
    if copy { try context.checkCopying() }
    let active = try context.renewedSession(
      minimumLife: minimumLife?.seconds ?? Auth.renewalMargin, force: refresh)
    let token = active.saved.tokens.idToken
    if verify { try TokenVerification(backend: try context.backend(), now: context.now()).verify(token) }
    var result = Result(token: token.text, expiresAt: active.saved.tokens.expiresAt, uid: token.uid)
    if claims { result.claims = token.claims }
    if verify { result.verified = true }
    let line =
      if claims {
        token.claims.text
      } else if header || format == .header {
        "Authorization: Bearer " + token.text
      } else {
        token.text
      }
    if copy { try context.copy(line) }
    return Report(.ok, result, lines: copy ? [] : [line])
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
