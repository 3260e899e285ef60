import HTTP

/// A credential that needs no other one.
enum SourceCredential: Sendable {
  case serviceAccount(ServiceAccountKey)
  case authorizedUser(AuthorizedUser)
  case externalAccount(ExternalAccount)

  init(_ members: CredentialMembers) throws(GoogleCredentialError) {
    try members.refuseOtherUniverse()
    switch try members.text("type") {
    case ServiceAccountKey.type: self = .serviceAccount(try ServiceAccountKey(members))
    case AuthorizedUser.type: self = .authorizedUser(try AuthorizedUser(members))
    case ExternalAccount.type: self = .externalAccount(try ExternalAccount(members))
    case ImpersonatedServiceAccount.type:
      // It is known, but only at the top of a file.
      throw .unsupported(member: members.path("type"), value: ImpersonatedServiceAccount.type)
    case let other: throw .unknownType(ForeignText.shown(other, limit: 64))
    }
  }

  var tokenAddress: CredentialAddress {
    switch self {
    case .serviceAccount(let key): key.tokenAddress
    case .authorizedUser(let user): user.tokenAddress
    case .externalAccount(let account): account.tokenAddress
    }
  }

  /// The server of its last token.
  var issuer: Origin {
    if case .externalAccount(let account) = self, let last = account.impersonation {
      return last.address.origin
    }
    return tokenAddress.origin
  }

  func token(over requests: TokenRequests) throws(GoogleCredentialError) -> AccessToken {
    switch self {
    case .serviceAccount(let key): try key.token(over: requests)
    case .authorizedUser(let user): try user.token(over: requests)
    case .externalAccount(let account): try account.token(over: requests)
    }
  }
}
