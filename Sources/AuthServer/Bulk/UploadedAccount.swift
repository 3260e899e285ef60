import Essentials
import IdentityToolkit
import WebAuthn

/// An account from an upload, checked as far as possible without other accounts.
struct UploadedAccount: Sendable {
  /// The account.
  ///
  /// Its project is set when it is stored.
  var account: Account
  private(set) var identities: [ProviderIdentity] = []
  private(set) var factors: [DescribedFactor]
  /// The passkeys of an export.
  private(set) var passkeys: [Passkey] = []

  /// - Parameters:
  ///   - password: The password in the form to store.
  ///   - isExported: Whether the account comes from an export. It may then have every state that an account can reach,
  ///     and not only those that an upload may create.
  init(
    _ record: AccountRecord, password: StoredPassword?, settings: ProjectSettings, isExported: Bool,
    for call: Call
  ) throws {
    guard let localID = record.localId, !localID.isEmpty else { throw UploadFlaw("localId is missing") }
    let longest = isExported ? 256 : 128
    guard localID.utf8.count <= longest else { throw UploadFlaw("localId has more than \(longest) bytes") }
    if let tenant = record.tenantId, !tenant.isEmpty, tenant != call.tenant {
      throw UploadFlaw("Tenant id in userInfo does not match the tenant id in request.")
    }
    account = Account(
      localID: localID, project: 0,
      now: try Self.date(record.createdAt, "createdAt") ?? call.now)
    account.password = password
    account.displayName = try Self.text(record.displayName, "displayName", atMost: 256)
    account.photoURL = try Self.text(record.photoUrl, "photoUrl", atMost: 2048)
    account.isDisabled = record.disabled ?? false
    account.hasEmailLink = record.emailLinkSignin ?? false
    account.isCustomAuth = record.customAuth ?? false
    // Earlier tokens belong to another system, or to the account that this one replaces.
    account.validSince = call.now
    account.lastLoginAt = try Self.date(record.lastLoginAt, "lastLoginAt")
    // Only accounts that an administrator made are said to be enabled, in exports of other servers; by the emulator
    // only those of an upload.
    account.maker =
      !isExported || call.dialect.knowsUploadsByState && record.disabled == false
      ? .upload : record.adminMade ?? (record.disabled == false) ? .administrator : .user
    if isExported, password == nil {
      account.formerPasswordUpdatedAt = record.passwordUpdatedAt.flatMap {
        Date(given: DecimalText(String($0)), per: 1000)
      }
    }
    // The service does not take these from an upload.
    let takesAll = isExported || call.dialect.takesLastRefreshFromUploads
    account.lastRefreshAt = takesAll ? record.lastRefreshAt.flatMap { Date(given: $0) } : nil
    if let text = record.email, !text.isEmpty {
      guard let email = try? EmailAddress(described: text, under: call.policy) else {
        throw UploadFlaw("email is invalid")
      }
      account.email = email
      account.isEmailVerified = record.emailVerified ?? false
    }
    account.initialEmail = takesAll ? record.initialEmail.flatMap { EmailAddress(soughtFor: $0) } : nil
    if let text = record.phoneNumber, !text.isEmpty {
      guard let phone = PhoneNumber(e164: text) else { throw UploadFlaw("phone number format is invalid") }
      account.phone = phone
      account.isFictional = settings.testNumbers[phone] != nil
    }
    factors = []
    if call.dialect.refusesFederatedIDAlone,
      record.providerUserInfo?.contains(where: \.hasOnlyFederatedID) == true
    {
      throw UploadFlaw(
        "((Parsing federatedId is not implemented in Auth Emulator; please specify providerId AND rawId as a "
          + "workaround.))")
    }
    do throws(ServerError) {
      if let text = record.customAttributes, !text.isEmpty {
        account.customAttributes = try CustomClaims(json: text).stored
      }
      identities = try Self.identities(record.providerUserInfo ?? [], call.policy)
    } catch {
      throw UploadFlaw(error)
    }
    account.isAnonymous =
      account.email == nil && account.phone == nil && password == nil && identities.isEmpty
      && !account.isCustomAuth && !(isExported && record.passkeyInfo?.isEmpty == false)
    if isExported {
      passkeys = try (record.passkeyInfo ?? []).map { try Passkey($0, now: call.now) }
      guard Set(passkeys.map(\.credentialID)).count == passkeys.count
      else { throw UploadFlaw("passkeyInfo has a credentialId twice") }
    }
    factors = try factors(record.mfaInfo ?? [], isExported: isExported, call)
  }

  private func factors(
    _ enrollments: [MFAEnrollment], isExported: Bool, _ call: Call
  ) throws -> [DescribedFactor] {
    if enrollments.isEmpty { return [] }
    guard enrollments.allSatisfy({ $0.phoneInfo != nil || $0.totpInfo != nil })
    else { throw UploadFlaw(ServerError(.unsupportedSecondFactor)) }
    guard isExported || account.email != nil else {
      throw UploadFlaw("Second factor account requires email to be presented.")
    }
    guard isExported || account.isEmailVerified else {
      throw UploadFlaw("Second factor account requires email to be verified.")
    }
    do {
      return try DescribedFactors(call: call).readNew(enrollments)
    } catch let error as ServerError {
      throw UploadFlaw(error)
    }
  }

  /// Returns the identities, without password and phone, which follow from the account's own fields.
  private static func identities(
    _ providers: [ProviderUserInfo], _ policy: Policy
  ) throws(ServerError) -> [ProviderIdentity] {
    var identities: [ProviderIdentity] = []
    for info in providers where info.providerId != "password" && info.providerId != "phone" {
      identities.append(try ProviderIdentity(info, under: policy))
    }
    return identities
  }

  private static func text(_ text: String?, _ name: String, atMost limit: Int) throws -> String? {
    guard let text, !text.isEmpty else { return nil }
    guard text.utf16.count <= limit else { throw UploadFlaw("\(name) has more than \(limit) characters") }
    return text
  }

  /// Parses a date in milliseconds.
  private static func date(_ value: DecimalText?, _ name: String) throws -> Date? {
    guard let value, !value.text.isEmpty else { return nil }
    guard let date = Date(given: value, per: 1000) else { throw UploadFlaw("\(name) is not a time") }
    return date
  }
}

extension Passkey {
  fileprivate init(_ record: PasskeyRecord, now: Date) throws(UploadFlaw) {
    guard let text = record.credentialId?.nonEmpty, text.utf8.count <= 1364
    else { throw UploadFlaw("passkeyInfo.credentialId is missing or too long") }
    let name = record.name ?? ""
    guard name.utf16.count <= 256 else { throw UploadFlaw("passkeyInfo.name has more than 256 characters") }
    guard let counter = UInt32(exactly: record.signCount ?? 0)
    else { throw UploadFlaw("passkeyInfo.signCount is not a counter") }
    self.init(
      credentialID: Base64URL.decode(anyForm: text).map { Base64URL.encode($0) } ?? text, name: name,
      enrolledAt: record.enrolledAt.flatMap { Date(given: $0) } ?? now)
    publicKey = try record.publicKey.map { text throws(UploadFlaw) in
      guard let key = Base64URL.decode(text), (try? COSEKey(key)) != nil
      else { throw UploadFlaw("passkeyInfo.publicKey is not a public key") }
      return key
    }
    self.counter = counter
    isBackupEligible = record.backupEligible ?? false
    isBackedUp = record.backedUp ?? false
  }
}

extension ProviderUserInfo {
  /// Whether the identity is described only by an ID that Firebase's emulator does not read.
  fileprivate var hasOnlyFederatedID: Bool {
    let isDescribed = providerId?.isEmpty == false && rawId?.isEmpty == false
    return !isDescribed && federatedId?.isEmpty == false && !["password", "phone"].contains(providerId)
  }
}
