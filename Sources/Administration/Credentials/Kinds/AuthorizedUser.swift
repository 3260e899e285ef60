import HTTP

/// A person's credentials, which gcloud stores: a refresh token (RFC 6749 §6).
struct AuthorizedUser: Sendable {
  private let clientID: String
  private let clientSecret: Secret
  private let refreshToken: Secret
  let tokenAddress: CredentialAddress
  private let quotaProject: String?

  static let type = "authorized_user"
  /// The token endpoint of files that do not name one.
  static let tokenURI = "https://oauth2.googleapis.com/token"

  init(_ members: CredentialMembers) throws(GoogleCredentialError) {
    clientID = try members.text("client_id")
    clientSecret = Secret(try members.text("client_secret"))
    refreshToken = Secret(try members.text("refresh_token"))
    quotaProject = try members.quotaProject()
    tokenAddress = try CredentialAddress(
      try members.textIfPresent("token_uri") ?? Self.tokenURI, for: .token, member: members.path("token_uri"))
  }

  func token(over requests: TokenRequests) throws(GoogleCredentialError) -> AccessToken {
    try requests.token(
      for: [
        QueryItem("grant_type", "refresh_token"), QueryItem("client_id", clientID),
        QueryItem("client_secret", clientSecret.text), QueryItem("refresh_token", refreshToken.text),
      ], from: tokenAddress, hiding: [clientSecret, refreshToken], owner: .person, quotaProject: quotaProject)
  }
}
