import Crypto
import Essentials
import IdentityToolkit

/// The operation that creates a service account of the project and returns the content of its key file.
///
/// The server keeps only the public key.
struct CreateServiceAccountOperation: Operation {
  let call: Call

  func answer(_ request: CreateServiceAccount.Request) throws -> CreateServiceAccount.Response {
    let email = try request.email?.nonEmpty ?? newEmail()
    guard (try? EmailAddress(email)) != nil else { throw ServerError(.invalidEmail) }
    let key = try SigningKey(for: call.store.path)
    let publicKey = key.privateKey.publicKey
    var changes: JSONValue = [
      "usher": [
        "customTokenSigners": .object([
          .init(
            email,
            [
              "kty": "RSA", "n": .string(Base64URL.encode(publicKey.modulus)),
              "e": .string(Base64URL.encode(publicKey.exponent)),
            ])
        ])
      ]
    ]
    var paths = [["usher", "customTokenSigners", email]]
    if let roles = request.roles {
      changes["usher"]?["serviceAccountRoles"] = .object([
        .init(email, .array(roles.map { .string($0) }))
      ])
      paths.append(["usher", "serviceAccountRoles", email])
    }
    let change = ProjectConfigChange(call: call)
    try change.check(changes, paths: paths)
    try call.store.write { [changes, paths] transaction in
      let project = try call.storedProject(in: transaction)
      guard try call.settings(of: project).customTokenSigners[email] == nil else {
        throw ServerError.existingServiceAccount(email, of: call.project)
      }
      try change.apply(changes, paths: paths, isMasked: true, in: transaction)
    }
    return CreateServiceAccount.Response(
      projectID: call.project, privateKeyID: key.id, privateKey: key.privateKey.pem, email: email,
      tokenURI: ServiceAccountAssertion.ownEndpoint(at: call) ?? ServiceAccountAssertion.googleEndpoint)
  }

  /// Returns an address like that of the account which Firebase's console creates.
  private func newEmail() throws -> String {
    "firebase-adminsdk-\(try call.random.tenantSuffix())@\(call.project).iam.gserviceaccount.com"
  }
}

extension ServerError {
  fileprivate static func existingServiceAccount(_ email: String, of project: String) -> ServerError {
    ServerError(
      ServerErrorCode(
        rawValue:
          "Service account \(email.clipped(to: 256)) already exists within project projects/\(project)."),
      httpStatus: 409, status: "ALREADY_EXISTS", reason: "alreadyExists")
  }
}
