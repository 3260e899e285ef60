import Essentials

// These write members by hand, in the order of their types, because a list may have a thousand accounts and the
// compiler's own encoding takes several times as long.
extension AccountRecord: Encodable {
  package func encode(to encoder: any Encoder) throws {
    guard let output = encoder as? JSONOutput else { return try asJSON(self).encode(to: encoder) }
    let depth = output.text.begin(isObject: true)
    output.member("localId", localId, depth)
    output.member("email", email, depth)
    output.member("emailVerified", emailVerified, depth)
    output.member("displayName", displayName, depth)
    output.member("photoUrl", photoUrl, depth)
    output.member("screenName", screenName, depth)
    output.member("phoneNumber", phoneNumber, depth)
    try output.member("providerUserInfo", providerUserInfo, depth) { try output.write($0) }
    output.member("passwordHash", passwordHash, depth)
    output.member("version", version, depth)
    try output.member("passwordUpdatedAt", passwordUpdatedAt, depth) { try output.text.write($0) }
    output.member("validSince", validSince?.text, depth)
    output.member("disabled", disabled, depth)
    output.member("createdAt", createdAt?.text, depth)
    output.member("lastLoginAt", lastLoginAt?.text, depth)
    output.member("lastRefreshAt", lastRefreshAt, depth)
    output.member("customAttributes", customAttributes, depth)
    output.member("customAuth", customAuth, depth)
    output.member("emailLinkSignin", emailLinkSignin, depth)
    output.member("initialEmail", initialEmail, depth)
    try output.member("mfaInfo", mfaInfo, depth) { try output.write($0) }
    try output.member("passkeyInfo", passkeyInfo, depth) { try output.write($0) }
    output.member("tenantId", tenantId, depth)
    output.member("rawPassword", rawPassword, depth)
    output.member("salt", salt, depth)
    try output.member("passwordHashParameters", passwordHashParameters, depth) { try output.write($0) }
    output.member("adminMade", adminMade, depth)
  }
}

extension ProviderUserInfo: Encodable {
  package func encode(to encoder: any Encoder) throws {
    guard let output = encoder as? JSONOutput else { return try asJSON(self).encode(to: encoder) }
    let depth = output.text.begin(isObject: true)
    output.member("providerId", providerId, depth)
    output.member("rawId", rawId, depth)
    output.member("federatedId", federatedId, depth)
    output.member("email", email, depth)
    output.member("displayName", displayName, depth)
    output.member("photoUrl", photoUrl, depth)
    output.member("phoneNumber", phoneNumber, depth)
    output.member("screenName", screenName, depth)
  }
}

/// Returns the value as JSON, for other encoders.
private func asJSON(_ value: some Encodable) throws -> JSONValue {
  try JSONValue(parsing: JSONWriter.data(value))
}

extension JSONOutput {
  fileprivate func member<Value>(
    _ name: StaticString, _ value: Value?, _ depth: Int, _ write: (Value) throws -> Void
  ) rethrows {
    guard let value else { return }
    text.beginMember(name, at: depth)
    try write(value)
  }

  fileprivate func member(_ name: StaticString, _ value: String?, _ depth: Int) {
    member(name, value, depth) { text.write($0) }
  }

  fileprivate func member(_ name: StaticString, _ value: Bool?, _ depth: Int) {
    member(name, value, depth) { text.writeLiteral($0 ? "true" : "false") }
  }

  fileprivate func member(_ name: StaticString, _ value: Int?, _ depth: Int) {
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
