import Essentials
import IdentityToolkit

/// The token exchange of RFC 8693: a workload shows the ID token of its own OpenID provider.
///
/// The provider is one that the project has configured for sign-ins: `oidc.ID` for the provider `ID` of any pool.
struct WorkloadIdentity: Sendable {
  let call: Call

  static let grantType = "urn:ietf:params:oauth:grant-type:token-exchange"
  static let issuedType = "urn:ietf:params:oauth:token-type:access_token"
  private static let subjectTypes = [
    "urn:ietf:params:oauth:token-type:jwt", "urn:ietf:params:oauth:token-type:id_token",
  ]
  /// In bytes.
  private static let longestSubject = 127

  /// Returns the content of the access token for a request.
  ///
  /// - Throws: `TokenRefusal` for a request or a subject token that is not valid.
  func accessToken(for request: TokenRequest) throws -> AccessToken {
    let audience = try WorkloadAudience(request.required("audience"))
    let scopes = try TokenRequest.scopes(in: request["scope"])
    guard request["requested_token_type"].map({ $0 == Self.issuedType }) ?? true
    else { throw TokenRefusal(.invalidRequest, "Invalid value for \"requested_token_type\".") }
    guard Self.subjectTypes.contains(try request.required("subject_token_type"))
    else { throw TokenRefusal(.invalidRequest, "Invalid value for \"subject_token_type\".") }
    let subjectToken = try request.required("subject_token")
    guard let project = try project(audience.project) else { throw Self.unknownProvider }
    var call = call
    try call.turn(to: ProjectName(project: project))
    let subject = try subject(of: subjectToken, from: "oidc." + audience.provider, on: call)
    guard subject.utf8.count <= Self.longestSubject else {
      throw TokenRefusal(
        .invalidRequest,
        "The size of mapped attribute google.subject exceeds the \(Self.longestSubject) bytes limit. Either modify "
          + "your attribute mapping or the incoming assertion to produce a mapped attribute that is less than "
          + "\(Self.longestSubject) bytes.")
    }
    return AccessToken(
      principal: audience.principal(subject, project: ProjectNumber(of: project)), project: project,
      scopes: scopes)
  }

  /// Returns the ID of the project with this number or ID, or nil if the server does not know it.
  private func project(_ name: String) throws -> String? {
    func isNamed(_ id: String) -> Bool {
      name == id || name == ProjectNumber(of: id).text
        || name == ProjectNumber(of: id, under: call.parts.rules(of: id).policy).text
    }
    if isNamed(call.project) { return call.project }
    let others = try call.store.read { transaction in try transaction.projectNames() }
    return others.first { !$0.utf8.contains(UInt8(ascii: "/")) && call.serves($0) && isNamed($0) }
  }

  private static let unknownProvider = TokenRefusal(
    .invalidTarget,
    "The target service indicated by the \"audience\" parameters is invalid. This might either be because the "
      + "pool or provider is disabled or deleted or because it doesn't exist.")

  /// Verifies an ID token and returns its subject.
  private func subject(of token: String, from provider: String, on call: Call) throws -> String {
    let settings: ProviderSettings?
    do {
      settings = try call.store.read { transaction in
        try OfferedProviders(call: call).configuration(
          of: provider, project: call.findProject(in: transaction).id, in: transaction)
      }
    } catch is ServerError {
      throw Self.unknownProvider
    }
    // The server's own page can stand in for a provider of users, but not of workloads.
    guard let asked = AskedProvider(call, provider, settings) else { throw Self.unknownProvider }
    do throws(ServerError) {
      let credential = try asked.checked(IdpCredential(provider: provider, idToken: token))
      return try credential.claims(under: call.policy)["sub"]?.string ?? ""
    } catch {
      throw TokenRefusal(.invalidGrant, error.detail ?? error.code.rawValue)
    }
  }
}

/// The full resource name of a provider, which a workload sends as the audience of its token.
private struct WorkloadAudience {
  let project: String
  let pool: String
  let provider: String

  init(_ text: String) throws(TokenRefusal) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 11, parts[...2] == ["", "", "iam.googleapis.com"], parts[3] == "projects",
      parts[5...7] == ["locations", "global", "workloadIdentityPools"], parts[9] == "providers",
      !parts[4].isEmpty, [parts[8], parts[10]].allSatisfy(Self.isID)
    else {
      throw TokenRefusal(
        .invalidRequest,
        "Invalid value for \"audience\". This value should be the full resource name of the Identity Provider. See "
          + "https://cloud.google.com/iam/docs/reference/sts/rest/v1/TopLevel/token for the list of possible "
          + "formats.")
    }
    (project, pool, provider) = (parts[4], parts[8], parts[10])
  }

  private static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
      }
  }

  /// Returns Google's name for the workload with this subject.
  func principal(_ subject: String, project: ProjectNumber) -> String {
    "principal://iam.googleapis.com/projects/\(project.text)/locations/global/workloadIdentityPools/\(pool)"
      + "/subject/\(subject)"
  }
}
