import Essentials
import IdentityToolkit

/// Signs a custom token, so that tests need no service account.
struct CreateCustomTokenOperation: Operation {
  typealias Procedure = CreateCustomToken

  let call: Call

  func answer(_ request: CreateCustomToken.Request) throws -> CreateCustomToken.Response {
    guard let uid = request.uid, !uid.isEmpty else { throw ServerError(.missingIdentifier) }
    guard uid.utf8.count <= CustomToken.longestUID else {
      throw ServerError.badArgument("A uid has at most \(CustomToken.longestUID) bytes.")
    }
    let serviceAccount = CustomTokens(call).serviceAccount
    var payload: JSONValue = [
      "iss": .string(serviceAccount), "sub": .string(serviceAccount), "aud": .string(CustomToken.audience),
      "iat": .integer(call.now.seconds), "exp": .integer(call.now.seconds + Int64(CustomToken.longestLife)),
      "uid": .string(uid),
    ]
    if let tenant = call.tenant { payload["tenant_id"] = .string(tenant) }
    if let claims = request.claims, claims != .null { payload["claims"] = try CustomClaims(claims).value }
    return CreateCustomToken.Response(token: try call.issuer.sign(payload, as: .customTokens))
  }
}
