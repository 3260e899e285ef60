import Essentials
import IdentityToolkit

/// A recorder of new and deleted accounts, which functions are told of after the commit.
///
/// It writes in the transaction of the change. So an event exists if and only if its change does.
struct EventRecorder: Sendable {
  /// A reason why production does not tell functions of an account.
  enum Silence: String {
    case customToken = "production does not tell functions of accounts that custom tokens create"
    case batchDelete = "production does not tell functions of accounts:batchDelete"
  }

  let call: Call

  /// - Parameter account: The new account with its identities and second factors.
  func created(_ account: Account, silence: Silence? = nil, in transaction: Transaction) throws {
    try record(.created, account, silence, in: transaction)
  }

  /// - Parameter account: An account that is about to be deleted.
  func deleted(_ account: Account, silence: Silence? = nil, in transaction: Transaction) throws {
    try record(.deleted, account, silence, in: transaction)
  }

  private func record(
    _ kind: AccountEvent.Kind, _ account: Account, _ silence: Silence?, in transaction: Transaction
  ) throws {
    let link = call.parts.link
    guard link.isOn, call.project == link.project else { return }
    for form in silence == nil ? link.forms : [.v2] {
      var event = AccountEvent(
        project: account.project, localID: account.localID, kind: kind, form: form,
        account: EventAccount(account, form, call).value.text, madeAt: call.now)
      if let silence { (event.state, event.answer) = (.silent, silence.rawValue) }
      try transaction.insert(event)
    }
    if silence == nil { transaction.afterCommit { link.signal() } }
  }
}

/// An account as functions are told of it, without its password and the secrets of its authenticator apps.
private struct EventAccount {
  private(set) var value: JSONValue

  init(_ account: Account, _ form: AccountEvent.Form, _ call: Call) {
    let described = AccountRecord(account, passkeys: [], tenant: call.tenant, under: call.policy)
    // The second form has the names of a protocol buffer.
    let (photo, creation) = form == .v1 ? ("photoURL", "creationTime") : ("photoUrl", "createTime")
    value = ["uid": .string(account.localID)]
    value.add("email", described.email)
    value["emailVerified"] = .bool(account.isEmailVerified)
    value.add("displayName", account.displayName)
    value.add(photo, account.photoURL)
    value.add("phoneNumber", described.phoneNumber)
    value["disabled"] = .bool(account.isDisabled)
    var metadata = JSONValue.object([])
    metadata.add(creation, account.createdAt.rfc3339WithFraction)
    metadata.add("lastSignInTime", account.lastLoginAt?.rfc3339WithFraction)
    value["metadata"] = metadata
    value["customClaims"] = account.customAttributes.flatMap { JSONValue(json: $0) } ?? .object([])
    if let providers = described.providerUserInfo {
      value["providerData"] = .array(providers.map { Self.provider($0, photo: photo) })
    }
    value.add("tenantId", call.tenant)
    if let factors = described.mfaInfo { value["mfaInfo"] = .array(factors.map(Self.factor)) }
  }

  private static func provider(_ info: ProviderUserInfo, photo: String) -> JSONValue {
    var provider = JSONValue.object([])
    provider.add("rawId", info.rawId)
    provider.add("providerId", info.providerId)
    provider.add("displayName", info.displayName)
    provider.add("email", info.email)
    provider.add("federatedId", info.federatedId)
    provider.add("phoneNumber", info.phoneNumber)
    provider.add(photo, info.photoUrl)
    provider.add("screenName", info.screenName)
    return provider
  }

  private static func factor(_ enrollment: MFAEnrollment) -> JSONValue {
    var factor = JSONValue.object([])
    factor.add("mfaEnrollmentId", enrollment.mfaEnrollmentId)
    factor.add("displayName", enrollment.displayName)
    factor.add("enrolledAt", enrollment.enrolledAt)
    factor.add("phoneInfo", enrollment.phoneInfo)
    factor.add("unobfuscatedPhoneInfo", enrollment.unobfuscatedPhoneInfo)
    if enrollment.totpInfo != nil { factor["totpInfo"] = [:] }
    return factor
  }
}
