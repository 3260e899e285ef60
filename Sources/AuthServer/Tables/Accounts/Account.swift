import Essentials
import IdentityToolkit

struct Account: Sendable, Equatable {
  enum Maker: Int, Sendable {
    case user, administrator, upload
  }

  /// The row, or zero if it is not stored yet.
  var id: Int64 = 0
  var project: Int64
  var localID: String
  var phone: PhoneNumber?
  var email: EmailAddress? {
    // What was verified was the address that the account had before.
    didSet { if oldValue == nil, email != nil { isEmailVerified = false } }
  }
  var isEmailVerified = false
  var displayName: String?
  var photoURL: String?
  /// Custom claims: a JSON object as text.
  var customAttributes: String?
  var isDisabled = false
  /// Whether a fictional number created it.
  var isFictional = false
  var createdAt: Date
  /// Nil if nobody has signed in to an account that an administrator created.
  var lastLoginAt: Date?
  var lastRefreshAt: Date?
  /// Sessions whose sign-in was before this time have ended.
  var validSince: Date?
  /// How often all sessions were ended.
  ///
  /// Sessions from before the last time never continue.
  var generation = 0
  /// The address before the first change of address.
  var initialEmail: EmailAddress?
  /// Whether the account can sign in with e-mail links.
  var hasEmailLink = false
  var maker = Maker.user
  /// Whether its user has removed a second factor.
  var hasWithdrawnFactors = false
  /// Whether anybody has signed in to it with a custom token.
  var isCustomAuth = false
  var isAnonymous = false
  var password: StoredPassword?
  /// When the password was set that was removed. The service still tells that.
  var formerPasswordUpdatedAt: Date?
  fileprivate(set) var identities: [ProviderIdentity] = []
  /// The factors that are required after a first factor, oldest first.
  fileprivate(set) var secondFactors: [SecondFactor] = []

  /// Creates the account of a first sign-in at `now`.
  init(localID: String, project: Int64, phone: PhoneNumber? = nil, now: Date) {
    self.project = project
    self.localID = localID
    self.phone = phone
    createdAt = now
    lastLoginAt = now
    lastRefreshAt = now
  }
}

/// A row of `accounts`.
extension Account: Record {
  static let table: StaticString = "accounts"

  init() {
    self.init(localID: "", project: 0, now: .distantPast)
  }

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &id, .id)
    try row.column("project", &project, .fixed)
    try row.column("local_id", &localID, .fixed)
    try row.column("phone", &phone)
    try row.column("email", &email)
    try row.column("email_verified", &isEmailVerified)
    try row.column("display_name", &displayName)
    try row.column("photo_url", &photoURL)
    try row.column("custom_attributes", &customAttributes)
    try row.column("disabled", &isDisabled)
    try row.column("fictional", &isFictional)
    try row.column("created_at", &createdAt)
    try row.moment("last_login_at", &lastLoginAt)
    try row.moment("last_refresh_at", &lastRefreshAt)
    try row.column("valid_since", &validSince)
    try row.column("initial_email", &initialEmail)
    try row.column("email_link", &hasEmailLink)
    var maker = maker.rawValue
    try row.column("admin_made", &maker, in: 0...2)
    self.maker = Maker(rawValue: maker) ?? .user
    try row.column("factors_withdrawn", &hasWithdrawnFactors)
    try row.column("custom_auth", &isCustomAuth)
    try row.column("anonymous", &isAnonymous)
    try row.password(&password)
    try row.column("former_password_updated_at", &formerPasswordUpdatedAt)
    // There must be room for one more.
    try row.column("generation", &generation, in: 0..<Int.max)
  }
}

extension Row {
  /// Exchanges a column that does not allow null.
  ///
  /// Nil is stored as the distant past.
  fileprivate mutating func moment(_ name: StaticString, _ moment: inout Date?) throws(StorageFailure) {
    var stored = moment ?? .distantPast
    try column(name, &stored)
    moment = stored == .distantPast ? nil : stored
  }
}

extension Account {
  /// Removes the password, but not when it was set.
  mutating func removePassword() {
    formerPasswordUpdatedAt = password?.updatedAt ?? formerPasswordUpdatedAt
    password = nil
  }

  /// Whether the address can sign in: with a password or an e-mail link.
  var hasPasswordProvider: Bool { email != nil && (password != nil || hasEmailLink) }

  /// Sessions whose sign-in was before this time have ended, or belong to an earlier account with the same uid.
  var takesSessionsFrom: Date { validSince ?? createdAt }

  /// Whether the account has any sign-in method besides passkeys.
  var hasProviders: Bool { phone != nil || !identities.isEmpty || hasPasswordProvider }
}

extension Transaction {
  /// Adds the identities and second factors to the account.
  ///
  /// Few calls need its passkeys, and read them by themselves.
  func complete(_ account: Account?) throws(StorageFailure) -> Account? {
    guard var account else { return nil }
    account.identities = try identities(account: account.id)
    account.secondFactors = try secondFactors(account: account.id)
    return account
  }

  /// Adds the identities and second factors to the accounts, with one query for each.
  func complete(_ accounts: [Account]) throws(StorageFailure) -> [Account] {
    guard accounts.count > 1 else { return try complete(accounts.first).map { [$0] } ?? [] }
    let (identities, secondFactors) = (try identities(of: accounts), try secondFactors(of: accounts))
    return accounts.map { account in
      var account = account
      account.identities = identities[account.id] ?? []
      account.secondFactors = secondFactors[account.id] ?? []
      return account
    }
  }

  /// Links `identity`, and replaces one of the same provider.
  func link(_ identity: ProviderIdentity, to account: inout Account) throws(StorageFailure) {
    try store(identity, account: account.id, project: account.project)
    account.identities = try identities(account: account.id)
  }

  func unlinkIdentity(provider: String, from account: inout Account) throws(StorageFailure) {
    try deleteIdentity(provider: provider, account: account.id)
    account.identities.removeAll { $0.provider == provider }
  }

  /// Enrolls a second factor, and returns it with its row.
  @discardableResult
  func enroll(_ factor: SecondFactor, in account: inout Account) throws(StorageFailure) -> SecondFactor {
    var factor = factor
    factor.id = try insertSecondFactor(factor, account: account.id, project: account.project)
    account.secondFactors.append(factor)
    return factor
  }

  func rename(
    _ factor: SecondFactor, to name: String?, in account: inout Account
  ) throws(StorageFailure) {
    try setDisplayName(name, ofSecondFactor: factor.id)
    account.secondFactors = try secondFactors(account: account.id)
  }

  func withdraw(_ factor: SecondFactor, from account: inout Account) throws(StorageFailure) {
    try deleteSecondFactor(row: factor.id)
    // A new app has a new secret, so old failures do not count.
    if factor.totp != nil { try forgetTOTPFailures(account: account.id) }
    account.secondFactors.removeAll { $0.id == factor.id }
  }
}
