import Crypto
import Essentials
import HTTP
import IDTokens

/// The key of a service account, which signs assertions (RFC 7523).
struct ServiceAccountKey: Sendable {
  private let email: String
  private let key: PrivateKey
  private let keyID: String?
  /// The address in the file's own spelling, which the assertion names.
  private let audience: String
  let tokenAddress: CredentialAddress
  private let quotaProject: String?

  static let type = "service_account"
  /// The lifetime of an assertion, in seconds.
  private static let life: Int64 = 3600

  init(_ members: CredentialMembers) throws(GoogleCredentialError) {
    email = try members.text("client_email")
    keyID = try members.textIfPresent("private_key_id")
    quotaProject = try members.quotaProject()
    audience = try members.textIfPresent("token_uri") ?? AuthorizedUser.tokenURI
    tokenAddress = try CredentialAddress(audience, for: .token, member: members.path("token_uri"))
    // A key that came through a variable of a shell or a CI job may have lost its lines.
    let pem = try members.text("private_key").replacing("\\n", with: "\n")
    do throws(CryptoError) {
      key = try PrivateKey(pem: pem)
    } catch {
      throw [.unreadablePrivateKey, .weakKey].contains(error)
        ? .unreadableKey(member: members.path("private_key")) : .crypto(error)
    }
  }

  func token(over requests: TokenRequests) throws(GoogleCredentialError) -> AccessToken {
    let now = requests.now().seconds
    let claims: JSONValue = [
      "iss": .string(email), "scope": .string(AdministratorScopes.text), "aud": .string(audience),
      "iat": .integer(now), "exp": .integer(now + Self.life),
    ]
    let assertion: String
    do throws(CryptoError) {
      assertion = try JWT.signed(claims, by: key, id: keyID)
    } catch {
      throw .crypto(error)
    }
    return try requests.token(
      for: [
        QueryItem("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"),
        QueryItem("assertion", assertion),
      ], from: tokenAddress, hiding: [Secret(assertion)], owner: .workload, quotaProject: quotaProject)
  }
}
