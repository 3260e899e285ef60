import Essentials
import IdentityToolkit

/// An `accounts:update` request, checked as far as possible without the account.
struct CheckedUpdate: Sendable {
  enum Subject: Sendable {
    /// The account of an ID token.
    case own(IDToken)
    /// The account that an administrator names.
    case named(String)
  }

  let subject: Subject
  var email: EmailAddress?
  var password: StoredPassword?
  /// The complete list of second factors that an administrator sets.
  var secondFactors: [DescribedFactor]?
  /// An identity that an administrator links.
  private(set) var identity: ProviderIdentity?
  /// A number that an administrator sets.
  private(set) var phone: PhoneNumber?
  private let request: UpdateAccount.Request
  private let isAdministrator: Bool
  private let policy: Policy
  let validSince: Date?
  private let createdAt: Date?
  private let lastLoginAt: Date?

  init(
    _ request: UpdateAccount.Request, of subject: Subject, asAdministrator isAdministrator: Bool,
    under policy: Policy
  ) throws(ServerError) {
    self.subject = subject
    self.request = request
    self.isAdministrator = isAdministrator
    self.policy = policy
    if !isAdministrator {
      if request.customAttributes != nil { throw ServerError(.insufficientPermission) }
      if request.disableUser != nil { throw ServerError(.operationNotAllowed) }
      if request.mfa != nil { throw ServerError(.insufficientPermission) }
      // Anybody who can call the emulator may claim any identity there.
      if request.linkProviderUserInfo != nil, policy.dialect.refusesClaimedIdentities {
        throw ServerError(.unexpectedParameter)
      }
    }
    if (request.displayName?.utf16.count ?? 0) > 256 {
      throw ServerError(.invalidProfileAttribute, "Display name too long.")
    }
    if (request.photoUrl?.utf16.count ?? 0) > 2048 { throw .tooLong("photoUrl", 2048) }
    if let text = request.email, !text.isEmpty {
      self.email =
        try isAdministrator
        ? EmailAddress(described: text, under: policy) : EmailAddress(given: text, under: policy)
    }
    if let text = request.customAttributes, !text.isEmpty { try Self.check(claims: text, under: policy) }
    for (index, name) in (request.deleteAttribute ?? []).map(\.rawValue).enumerated()
    where !AccountAttribute.names.contains(name) {
      let type = "type.googleapis.com/google.cloud.identitytoolkit.v1.SetAccountInfoRequest.UserAttributeName"
      throw .badJSON(
        "Invalid value at 'delete_attribute'.",
        .init(at: "delete_attribute[\(index)]", type: type, .string(name)))
    }
    validSince = try Self.date(request.validSince, per: 1, "validSince")
    createdAt = try Self.date(request.createdAt, per: 1000, "createdAt")
    lastLoginAt = try Self.date(request.lastLoginAt, per: 1000, "lastLoginAt")
    identity = try request.linkProviderUserInfo.map { info throws(ServerError) in
      try ProviderIdentity(info, under: policy)
    }
    guard isAdministrator, let text = request.phoneNumber, !text.isEmpty else { return }
    phone = try PhoneNumber(described: text, under: policy)
  }

  /// Whether a client asks to end its account's sessions.
  ///
  /// The server, not the client, decides the time.
  var endsSessions: Bool {
    guard !isAdministrator, let text = request.validSince?.text else { return false }
    return !text.isEmpty && (text != "0" || !policy.dialect.ignoresZeroValidSince)
  }

  /// The IDs of the passkeys that the change unenrolls.
  var deletedPasskeys: [String] { request.deletePasskey ?? [] }

  var isByAdministrator: Bool {
    if case .named = subject { true } else { false }
  }

  /// Returns the identity providers that the change unlinks.
  func unlinkedProviders(of account: Account) -> [String] {
    let all = request.deleteAttribute?.contains(.provider) == true
    return account.identities.map(\.provider).filter { all || request.deleteProvider?.contains($0) == true }
  }

  /// Changes the plain fields of `account`.
  func applyFields(to account: inout Account) {
    account.displayName = request.displayName ?? account.displayName
    account.photoURL = request.photoUrl ?? account.photoURL
    if isAdministrator { applyPrivilegedFields(to: &account) }
    for attribute in request.deleteAttribute ?? [] {
      switch attribute {
      case .displayName: account.displayName = nil
      case .photoURL: account.photoURL = nil
      case .password: account.removePassword()
      case .email: account.removeEmail(keepingVerification: policy.dialect.keepsVerification)
      default: break
      }
    }
    for provider in request.deleteProvider ?? [] {
      switch provider {
      case "password":
        account.removePassword()
        account.hasEmailLink = false
        // The service keeps the address. The emulator keeps it only if another provider has the same address.
        guard !policy.dialect.keepsAddressWithoutPassword else { continue }
        let others = account.identities.filter { request.deleteProvider?.contains($0.provider) == false }
        if !others.contains(where: { $0.email == account.email }) {
          account.removeEmail(keepingVerification: false)
        }
      case "phone": account.phone = nil
      default: break
      }
    }
  }

  private func applyPrivilegedFields(to account: inout Account) {
    if let phone { account.phone = phone }
    if let flag = request.emailVerified { account.isEmailVerified = flag }
    if let flag = request.disableUser { account.isDisabled = flag }
    if let claims = request.customAttributes { account.customAttributes = claims.isEmpty ? nil : claims }
    account.validSince = validSince ?? account.validSince
    account.createdAt = createdAt ?? account.createdAt
    account.lastLoginAt = lastLoginAt ?? account.lastLoginAt
  }

  private static func check(claims text: String, under policy: Policy) throws(ServerError) {
    do throws(ServerError) {
      _ = try CustomClaims(json: text)
    } catch {
      guard error == ServerError(.invalidClaims), policy.dialect.explainsUnreadableClaims else { throw error }
      let reason = JSONValue(json: text).map { "Not a JSON Object: \($0.text)" }
      throw ServerError(.invalidClaims, reason ?? "The claims are not JSON.")
    }
  }

  private static func date(
    _ value: DecimalText?, per second: Double, _ name: String
  ) throws(ServerError) -> Date? {
    guard let value else { return nil }
    guard let date = Date(given: value, per: second) else {
      throw ServerError.badArgument("\(name) is not a time.")
    }
    return date
  }
}

extension Account {
  /// - Parameter keepsVerification: Whether the account still counts as verified, until it has another address.
  fileprivate mutating func removeEmail(keepingVerification keepsVerification: Bool) {
    email = nil
    if !keepsVerification { isEmailVerified = false }
    hasEmailLink = false
  }
}
