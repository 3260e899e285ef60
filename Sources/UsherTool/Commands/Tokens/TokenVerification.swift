import AuthClient
import Essentials
import HTTP
import IDTokens
import IdentityToolkit

/// A check of an ID token or a session cookie with the endpoint's public keys, as back ends do it.
struct TokenVerification {
  let backend: Backend
  let now: Date
  /// Cookies have an issuer and keys of their own.
  var isOfCookie = false

  func verify(_ token: IDToken) throws {
    var check = IDTokenCheck(
      .service(tenant: .exactly(backend.tenant)), for: backend.project,
      from: ["https://\(isOfCookie ? "session.firebase" : "securetoken").google.com/" + backend.project])
    check.startLeeway = IDTokenCheck.personalLeeway
    let keys = try publishedKeys()
    do throws(IDTokenProblem) {
      _ = try check.token(token.text, signedBy: keys, at: now)
    } catch {
      // For a wrong tenant, use the same message as for a token that is used.
      if error == .wrongTenant { try token.refuseForeign(project: backend.project, tenant: backend.tenant) }
      throw Diagnosis(
        "auth/argument-error", .rejected, "the token is not valid: \(words(of: error, in: token))")
    }
  }

  private func publishedKeys() throws -> KeySet {
    let document = try backend.document(
      isOfCookie ? SessionCookieCertificates.route : SigningCertificates.route)
    guard let certificates = try? JSONReader.plain.read([String: String].self, from: document.body),
      let keys = KeySet(certificates: certificates)
    else { throw AuthFailure.malformedAnswer(status: document.status, reason: "no certificates") }
    return keys
  }

  private func words(of problem: IDTokenProblem, in token: IDToken) -> Text {
    switch problem {
    case .missing, .malformed: "it is not a token"
    case .criticalExtension: "it demands an extension that is not known"
    case .algorithm("none"): "it is not signed"
    case .algorithm(let name): "it is signed with \(name), not RS256"
    case .unknownKey: "its key is not among the published ones"
    case .signature: "its signature is wrong"
    case .unreadableClaims, .ambiguous: "its claims cannot be read"
    case .missingClaim("sub"), .mistypedClaim("sub"), .impossibleClaim("sub"): "it names no account"
    case .missingClaim(let name), .mistypedClaim(let name), .impossibleClaim(let name):
      "it has no right \(name)"
    case .wrongAudience: "it is for project \(token.project ?? "?"), not \(backend.project)"
    case .wrongIssuer: "it is from another issuer"
    case .wrongTenant: "it is of another tenant"
    case .wrongNonce, .wrongAccessToken: "it is for another sign-in"
    case .expired: "it has expired"
    case .notYetValid: "it comes from the future: a clock is wrong"
    }
  }
}
