import Essentials
import IdentityToolkit

// The service refuses ID tokens of OpenID providers with these errors.
extension ServerError {
  static func staleIDToken(issuedAt: Int64?) -> ServerError {
    let issued = issuedAt.map { " issued at \($0)" } ?? ""
    return ServerError(.invalidIDPResponse, "ID Token\(issued) is stale to sign-in.")
  }

  static let unreadableIDToken = ServerError(.invalidIDPResponse, "Unable to parse the ID Token.")

  static func missingSubject(of claims: JSONValue) -> ServerError {
    let detail = "ID Token does not contain user's identity in 'sub' claim: \(claims.text.clipped(to: 1024))"
    return ServerError(.invalidIDPResponse, detail)
  }
}
