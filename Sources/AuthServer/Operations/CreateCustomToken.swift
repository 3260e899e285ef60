import IdentityToolkit

extension Call {
  func createCustomToken(_ request: CreateCustomToken.Request) throws -> CreateCustomToken.Response {
    guard let uid = request.uid, !uid.isEmpty else { throw ServerError(.missingIdentifier) }
    guard uid.utf8.count <= CustomToken.longestUID else {
      throw ServerError(
        .invalidArgument, "A uid has at most \(CustomToken.longestUID) bytes.", status: "INVALID_ARGUMENT")
    }
    var payload: JSONValue = [
      "iss": .string(serviceAccount), "sub": .string(serviceAccount), "aud": .string(CustomToken.audience),
      "iat": .integer(now.seconds), "exp": .integer(now.seconds + Int64(CustomToken.longestLife)),
      "uid": .string(uid),
    ]
    if let claims = request.claims, claims != .null { payload["claims"] = try CustomClaims(claims).value }
    return CreateCustomToken.Response(token: try server.issuer.sign(payload))
  }
}
