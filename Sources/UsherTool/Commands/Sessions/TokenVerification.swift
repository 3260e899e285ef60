import AuthClient
import Crypto
import Essentials
import HTTP
import IdentityToolkit

/// Checks an ID token as a back end would: signature by the endpoint's published keys, issuer, audience, times.
struct TokenVerification {
  let backend: Backend
  let now: Date

  private static let certificates = RPCRoute(
    .googleAPIs, .get, "robot/v1/metadata/x509/securetoken@system.gserviceaccount.com")
  /// Seconds that two clocks may differ.
  private static let skew: Double = 300

  func verify(_ token: IDToken) throws {
    do {
      _ = try JWTVerifier(keys: try publishedKeys()).verify(token.text)
    } catch let error as JWTError {
      throw refusal(error.reason)
    }
    let project = backend.project
    guard token.claims["iss"]?.string == "https://securetoken.google.com/\(project)", token.project == project
    else { throw refusal("it is for project \(token.project ?? "?"), not \(project)") }
    guard !token.uid.isEmpty, token.uid.utf8.count <= 128 else { throw refusal("it names no account") }
    guard token.expiresAt > now else { throw refusal("it has expired") }
    guard token.issuedAt <= now + Self.skew, token.signedInAt <= now + Self.skew else {
      throw refusal("it comes from the future: a clock is wrong")
    }
  }

  private func publishedKeys() throws -> [String: PublicKey] {
    let document = try backend.document(Self.certificates)
    guard let certificates = try? JSONReader.plain.read([String: String].self, from: document.body) else {
      throw AuthFailure.malformedAnswer(status: document.status, reason: "no certificates")
    }
    return try certificates.mapValues { pem in
      do {
        return try PublicKey(certificatePEM: pem)
      } catch {
        throw AuthFailure.malformedAnswer(status: document.status, reason: "an unreadable certificate")
      }
    }
  }

  private func refusal(_ reason: String) -> Diagnosis {
    Diagnosis("auth/argument-error", .rejected, "the token does not verify: \(reason)")
  }
}

extension JWTError {
  fileprivate var reason: String {
    switch self {
    case .malformed: "it is no token"
    case .algorithm("none"): "it is not signed"
    case .algorithm(let name): "it is signed with \(name), not RS256"
    case .criticalExtension: "it demands an extension that is not known"
    case .unknownKey: "its key is not among the published ones"
    case .signature: "its signature is wrong"
    }
  }
}
