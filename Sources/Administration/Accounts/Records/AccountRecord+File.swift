package import Essentials
package import IdentityToolkit

extension AccountRecord {
  /// Returns the account as a JSON file has it, in one order.
  ///
  /// The members that `firebase auth:import` takes are `ALLOWED_JSON_KEYS` of `firebase/firebase-tools`,
  /// `src/accountImporter.ts`; `mfaInfo` is one of them after 15.18.0.
  package func fileObject(in format: AccountFormat) -> JSONValue {
    var user: JSONValue = [:]
    user.set("localId", localId)
    user.set("email", email)
    user["emailVerified"] = emailVerified.map { .bool($0) }
    if format == .usher, hashState(in: format) == .redacted {
      // An import must not take the account for one without a password.
      user.set("passwordHash", Self.redactedHash)
    } else if hashState(in: format) == .kept {
      user.set("passwordHash", hasEmulatorHash ? passwordHash : passwordHash?.standardBase64)
      user.set("salt", hasEmulatorHash ? salt : salt?.standardBase64)
    }
    user.set("displayName", displayName)
    user.set("photoUrl", photoUrl)
    user.set("createdAt", createdAt?.text)
    // The file's name for this member differs from the API's.
    user.set("lastSignedInAt", lastLoginAt?.text)
    user.set("phoneNumber", phoneNumber)
    user["disabled"] = disabled.map { .bool($0) }
    user.set("customAttributes", customAttributes)
    switch format {
    case .usher:
      user["providerUserInfo"] = providerUserInfo.map { .array($0.map(\.fileObject)) }
      addOtherMembers(to: &user)
    case .firebase, .csv:
      let known = (providerUserInfo ?? []).filter { Self.firebaseProviders.contains($0.providerId ?? "") }
      user["providerUserInfo"] = .array(known.map(\.firebaseObject))
      // Google takes no authenticator app that another project enrolled.
      let phones = (mfaInfo ?? []).filter { $0.totpInfo == nil }
      if !phones.isEmpty { user["mfaInfo"] = .array(phones.map(\.firebaseObject)) }
    }
    return user
  }

  private func addOtherMembers(to user: inout JSONValue) {
    user.set("tenantId", tenantId)
    user["mfaInfo"] = mfaInfo.map { .array($0.map(\.fileObject)) }
    user["passkeyInfo"] = passkeyInfo.map { .array($0.map(\.fileObject)) }
    if hashState(in: .usher) == .kept { user["passwordHashParameters"] = passwordHashParameters }
    user["passwordUpdatedAt"] = passwordUpdatedAt.map { .number($0) }
    user.set("rawPassword", rawPassword)
    user.set("validSince", validSince?.text)
    user.set("lastRefreshAt", lastRefreshAt)
    user.set("initialEmail", initialEmail)
    user.set("screenName", screenName)
    user["customAuth"] = customAuth.map { .bool($0) }
    user["emailLinkSignin"] = emailLinkSignin.map { .bool($0) }
    user["adminMade"] = adminMade.map { .bool($0) }
  }

  /// The providers that the formats of `firebase auth:import` have.
  private static let firebaseProviders = AccountColumn.providers.map(\.0)

  /// Whether the account has an identity provider that the formats of `firebase auth:import` omit.
  package var hasProviderUnknownToFirebase: Bool {
    (providerUserInfo ?? []).contains {
      !(Self.firebaseProviders + ["password", "phone"]).contains($0.providerId ?? "")
    }
  }
}

extension ProviderUserInfo {
  fileprivate var firebaseObject: JSONValue {
    var info: JSONValue = [:]
    info.set("providerId", providerId)
    info.set("rawId", rawId)
    info.set("email", email)
    info.set("displayName", displayName)
    info.set("photoUrl", photoUrl)
    return info
  }

  fileprivate var fileObject: JSONValue {
    var info = firebaseObject
    info.set("federatedId", federatedId)
    info.set("phoneNumber", phoneNumber)
    info.set("screenName", screenName)
    return info
  }
}

extension MFAEnrollment {
  fileprivate var firebaseObject: JSONValue {
    var factor: JSONValue = [:]
    factor.set("mfaEnrollmentId", mfaEnrollmentId)
    factor.set("displayName", displayName)
    factor.set("enrolledAt", enrolledAt)
    factor.set("phoneInfo", unobfuscatedPhoneInfo ?? phoneInfo)
    return factor
  }

  fileprivate var fileObject: JSONValue {
    var factor = firebaseObject
    factor.set("phoneInfo", phoneInfo)
    factor.set("unobfuscatedPhoneInfo", unobfuscatedPhoneInfo)
    factor["totpInfo"] = totpInfo.map { app in
      var info: JSONValue = [:]
      info.set("sharedSecretKey", app.sharedSecretKey)
      info["verificationCodeLength"] = app.verificationCodeLength.map { .integer(Int64($0)) }
      return info
    }
    return factor
  }
}

extension PasskeyRecord {
  fileprivate var fileObject: JSONValue {
    var passkey: JSONValue = [:]
    passkey.set("credentialId", credentialId)
    passkey.set("name", name)
    passkey.set("publicKey", publicKey)
    passkey["signCount"] = signCount.map { .integer(Int64($0)) }
    passkey["backupEligible"] = backupEligible.map { .bool($0) }
    passkey["backedUp"] = backedUp.map { .bool($0) }
    passkey.set("enrolledAt", enrolledAt)
    return passkey
  }
}

extension JSONValue {
  fileprivate mutating func set(_ name: String, _ text: String?) {
    self[name] = text.map { .string($0) }
  }
}
