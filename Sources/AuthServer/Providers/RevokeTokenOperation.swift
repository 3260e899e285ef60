import IdentityToolkit

/// The operation that accepts the revocation of an Apple token.
///
/// There is no Apple here, so there is nothing to revoke.
struct RevokeTokenOperation: Operation {
  let call: Call

  func answer(_ request: RevokeToken.Request) throws -> EmptyObject {
    let idToken = try call.verified(request.idToken)
    guard let provider = request.providerId, !provider.isEmpty else { throw ServerError(.missingProviderID) }
    guard provider == IdentityProvider.apple.id else {
      throw ServerError(.invalidProviderID, "Only apple.com revokes tokens.")
    }
    guard let type = request.tokenType, RevokeToken.TokenType.names.dropFirst().contains(type.rawValue) else {
      throw ServerError.badArgument("tokenType is REFRESH_TOKEN, ACCESS_TOKEN or CODE.")
    }
    guard request.token?.isEmpty == false else { throw ServerError.badArgument("token is missing.") }
    try call.store.read { transaction in
      _ = try transaction.account(of: idToken, project: call.findProject(in: transaction).id)
    }
    return EmptyObject()
  }
}
