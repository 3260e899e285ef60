import IdentityToolkit

// These write accounts member by member, in the order of their types, because a list may have a thousand of them and
// their own encoding takes several times as long.
extension JSONOutput {
  func write(_ accounts: [AccountRecord]) throws {
    try list(accounts) { account, depth in
      member("localId", account.localId, depth)
      member("email", account.email, depth)
      member("emailVerified", account.emailVerified, depth)
      member("displayName", account.displayName, depth)
      member("photoUrl", account.photoUrl, depth)
      member("screenName", account.screenName, depth)
      member("phoneNumber", account.phoneNumber, depth)
      member("providerUserInfo", account.providerUserInfo, depth, write)
      member("passwordHash", account.passwordHash, depth)
      member("version", account.version, depth)
      try member("passwordUpdatedAt", account.passwordUpdatedAt, depth) { try text.write($0) }
      member("validSince", account.validSince?.text, depth)
      member("disabled", account.disabled, depth)
      member("createdAt", account.createdAt?.text, depth)
      member("lastLoginAt", account.lastLoginAt?.text, depth)
      member("lastRefreshAt", account.lastRefreshAt, depth)
      member("customAttributes", account.customAttributes, depth)
      member("customAuth", account.customAuth, depth)
      member("emailLinkSignin", account.emailLinkSignin, depth)
      member("initialEmail", account.initialEmail, depth)
      try member("mfaInfo", account.mfaInfo, depth) { try write($0) }
      try member("passkeyInfo", account.passkeyInfo, depth) { try write($0) }
      member("tenantId", account.tenantId, depth)
      member("rawPassword", account.rawPassword, depth)
      member("salt", account.salt, depth)
      try member("passwordHashParameters", account.passwordHashParameters, depth) { try write($0) }
      member("adminMade", account.adminMade, depth)
    }
  }

  private func write(_ providers: [ProviderUserInfo]) {
    list(providers) { provider, depth in
      member("providerId", provider.providerId, depth)
      member("rawId", provider.rawId, depth)
      member("federatedId", provider.federatedId, depth)
      member("email", provider.email, depth)
      member("displayName", provider.displayName, depth)
      member("photoUrl", provider.photoUrl, depth)
      member("phoneNumber", provider.phoneNumber, depth)
      member("screenName", provider.screenName, depth)
    }
  }

  /// Writes an array of objects, whose members `writeMembers` writes.
  private func list<Item>(
    _ items: [Item], _ writeMembers: (_ item: Item, _ depth: Int) throws -> Void
  ) rethrows {
    let depth = text.begin(isObject: false)
    for item in items {
      text.beginElement(at: depth)
      try writeMembers(item, text.begin(isObject: true))
    }
    text.close(to: depth - 1)
  }

  private func member<Value>(
    _ name: StaticString, _ value: Value?, _ depth: Int, _ write: (Value) throws -> Void
  ) rethrows {
    guard let value else { return }
    text.beginMember(name, at: depth)
    try write(value)
  }

  private func member(_ name: StaticString, _ value: String?, _ depth: Int) {
    member(name, value, depth) { text.write($0) }
  }

  private func member(_ name: StaticString, _ value: Bool?, _ depth: Int) {
    member(name, value, depth) { text.writeLiteral($0 ? "true" : "false") }
  }

  private func member(_ name: StaticString, _ value: Int?, _ depth: Int) {
    member(name, value, depth) { text.write(integer: $0) }
  }
}

extension JSONText {
  /// Begins a member whose name needs no escapes.
  fileprivate mutating func beginMember(_ name: StaticString, at depth: Int) {
    beginElement(at: depth)
    writeLiteral("\"")
    writeLiteral(name)
    writeLiteral("\":")
  }
}
