/// A service account that a person or another workload acts for.
struct ImpersonatedServiceAccount: Sendable {
  private let source: SourceCredential
  let impersonation: Impersonation
  private let quotaProject: String?

  static let type = "impersonated_service_account"

  init(_ members: CredentialMembers) throws(GoogleCredentialError) {
    let sourceMembers = try members.object("source_credentials")
    source = try SourceCredential(sourceMembers)
    impersonation = try Impersonation(members, after: source.tokenAddress)
    quotaProject = try members.quotaProject()
  }

  func token(over requests: TokenRequests) throws(GoogleCredentialError) -> AccessToken {
    try impersonation.token(
      with: try source.token(over: requests), over: requests, quotaProject: quotaProject)
  }
}
