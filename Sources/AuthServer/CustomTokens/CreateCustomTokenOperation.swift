import Essentials
import IDTokens
import IdentityToolkit

/// The operation that signs a custom token, so tests do not need a service account.
struct CreateCustomTokenOperation: Operation {
  let call: Call

  func answer(_ request: CreateCustomToken.Request) throws -> CreateCustomToken.Response {
    guard let uid = request.uid, !uid.isEmpty else { throw ServerError(.missingIdentifier) }
    guard uid.utf8.count <= CustomToken.longestUID else {
      throw ServerError.badArgument("A uid has at most \(CustomToken.longestUID) bytes.")
    }
    let claims = request.claims == .null ? nil : try request.claims.map(CustomClaims.init)
    let payload = CustomTokenClaims(
      uid: uid, tenant: call.tenant, claims: claims?.value, signer: CustomTokens(call: call).serviceAccount,
      at: call.now)
    return CreateCustomToken.Response(token: try call.issuer.sign(payload.value, as: .customTokens))
  }
}
