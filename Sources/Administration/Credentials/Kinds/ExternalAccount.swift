import HTTP

/// A workload that another provider identifies: workload identity federation (RFC 8693).
struct ExternalAccount: Sendable {
  private let audience: String
  private let subjectTokenType: String
  private let source: SubjectTokenSource
  let tokenAddress: CredentialAddress
  let impersonation: Impersonation?
  private let quotaProject: String?

  static let type = "external_account"
  private static let tokenURL = "https://sts.googleapis.com/v1/token"
  private static let accessTokenType = "urn:ietf:params:oauth:token-type:access_token"

  init(_ members: CredentialMembers) throws(GoogleCredentialError) {
    // These are for workforce pools, which identify people.
    for name in ["workforce_pool_user_project", "client_id", "client_secret"] where members.has(name) {
      throw .unsupported(member: members.path(name), value: nil)
    }
    audience = try members.text("audience")
    subjectTokenType = try members.text("subject_token_type")
    quotaProject = try members.quotaProject()
    tokenAddress = try CredentialAddress(
      try members.textIfPresent("token_url") ?? Self.tokenURL, for: .exchange,
      member: members.path("token_url"))
    source = try SubjectTokenSource(try members.object("credential_source"))
    impersonation =
      members.has(Impersonation.member) ? try Impersonation(members, after: tokenAddress) : nil
  }

  func token(over requests: TokenRequests) throws(GoogleCredentialError) -> AccessToken {
    let subjectToken = try source.token(over: requests)
    let token = try requests.token(
      for: [
        QueryItem("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"),
        QueryItem("audience", audience), QueryItem("scope", AdministratorScopes.text),
        QueryItem("requested_token_type", Self.accessTokenType),
        QueryItem("subject_token", subjectToken.text), QueryItem("subject_token_type", subjectTokenType),
      ], from: tokenAddress, hiding: [subjectToken], owner: .workload, quotaProject: quotaProject)
    guard let impersonation else { return token }
    return try impersonation.token(with: token, over: requests, quotaProject: quotaProject)
  }
}
