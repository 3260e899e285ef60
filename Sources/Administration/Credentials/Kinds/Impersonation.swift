import Essentials
import HTTP

/// A service account that gets its token through another identity.
struct Impersonation: Sendable {
  let address: CredentialAddress
  /// The service accounts between the two, by their resource names.
  private let delegates: [String]
  /// The lifetime of the token, in seconds.
  private let life: Int64

  static let member = "service_account_impersonation_url"

  /// - Parameter tokenAddress: The endpoint of the other identity's token.
  init(
    _ members: CredentialMembers, after tokenAddress: CredentialAddress
  ) throws(GoogleCredentialError) {
    let name = members.path(Self.member)
    address = try CredentialAddress(try members.text(Self.member), for: .impersonation, member: name)
    // A real token must not go to a test server.
    guard address.isLoopback == tokenAddress.isLoopback
    else { throw .forbiddenAddress(member: name, origin: address.origin.description) }
    let folder = "projects/-/serviceAccounts/"
    delegates = try members.texts("delegates").map { $0.hasPrefix("projects/") ? $0 : folder + $0 }
    let options = try members.objectIfPresent("service_account_impersonation")
    life = try options?.integerIfPresent("token_lifetime_seconds", in: 600...43_200) ?? 3600
  }

  /// Returns the service account's token.
  ///
  /// - Parameter token: The other identity's token.
  func token(
    with token: AccessToken, over requests: TokenRequests, quotaProject: String?
  ) throws(GoogleCredentialError) -> AccessToken {
    var body: JSONValue = [
      "scope": .array(AdministratorScopes.list.map { .string($0) }), "lifetime": .string("\(life)s"),
    ]
    if !delegates.isEmpty { body["delegates"] = .array(delegates.map { .string($0) }) }
    var headers: HTTPHeaders = [
      "Accept": "application/json", "Content-Type": "application/json",
      "Authorization": "Bearer " + token.text,
    ]
    headers["x-goog-user-project"] = token.quotaProject
    let request = address.request(.post, headers: headers, body: Data(body.text.utf8))
    let answer = try requests.answer(to: request, hiding: [Secret(token.text)])
    let now = requests.now()
    guard let end = answer["expireTime"]?.string.flatMap({ Date(rfc3339: $0) }), end > now
    else { throw .malformedAnswer(origin: request.origin, what: "expireTime") }
    guard
      let token = answer["accessToken"]?.string.flatMap({
        AccessToken(
          $0, end: min(end, now + AccessToken.longestLife), quotaProject: quotaProject, owner: .workload,
          issuer: address.origin)
      })
    else { throw .malformedAnswer(origin: request.origin, what: "accessToken") }
    return token
  }
}
