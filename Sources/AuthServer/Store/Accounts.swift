import Crypto
import Essentials
import HTTP
import IdentityToolkit

/// A person in one project.
struct Account: Sendable, Equatable {
  /// The row; zero for one that is not stored yet.
  var id: Int64 = 0
  var project: Int64
  var localID: String
  var phone: PhoneNumber?
  var email: EmailAddress?
  var isEmailVerified = false
  var displayName: String?
  var photoURL: String?
  /// Custom claims, a JSON object as text.
  var customAttributes: String?
  var isDisabled = false
  /// Made by a fictional number.
  var isFictional = false
  var createdAt: Date
  var lastLoginAt: Date
  var lastRefreshAt: Date
  /// Sign-ins before this moment are over.
  var validSince: Date?
  /// How often all its sessions were ended: of those that began before, none goes on.
  var generation = 0
  /// The address before the first change of address.
  var initialEmail: EmailAddress?
  /// Whether a mailed link is a way in.
  var hasEmailLink = false
  /// Has been signed in to by a custom token.
  var isCustomAuth = false
  /// Nobody in particular, so far.
  var isAnonymous = false
  var password: StoredPassword?
  /// The ways in by identity providers.
  fileprivate(set) var identities: [ProviderIdentity] = []
  /// What is asked for after a first factor, oldest first.
  fileprivate(set) var secondFactors: [SecondFactor] = []

  /// A new account, made by signing in at `now`.
  init(localID: String, project: Int64, phone: PhoneNumber? = nil, now: Date) {
    self.project = project
    self.localID = localID
    self.phone = phone
    createdAt = now
    lastLoginAt = now
    lastRefreshAt = now
  }

  /// From all columns, in the order of the schema.
  fileprivate init(_ row: Row) throws(StorageFailure) {
    id = try row[0]
    project = try row[1]
    localID = try row[2]
    phone = try row[3]
    email = try row[4]
    isEmailVerified = try row[5]
    displayName = try row[6]
    photoURL = try row[7]
    customAttributes = try row[8]
    isDisabled = try row[9]
    isFictional = try row[10]
    createdAt = try row[11]
    lastLoginAt = try row[12]
    lastRefreshAt = try row[13]
    validSince = try row[14]
    initialEmail = try row[15]
    hasEmailLink = try row[16]
    isCustomAuth = try row[17]
    isAnonymous = try row[18]
    generation = try row[25]
    guard (0..<Int.max).contains(generation) else { throw row.damage(in: 25) }
    if let hash: [UInt8] = try row[19] {
      let parameters = Scrypt.Parameters(
        cost: try row[21], blockSize: try row[22], parallelism: try row[23])
      // What a policy can ask for. More could take all memory there is.
      guard parameters.cost.nonzeroBitCount == 1, (2...1 << 20).contains(parameters.cost),
        (1...32).contains(parameters.blockSize), (1...16).contains(parameters.parallelism)
      else { throw row.damage(in: 21) }
      password = StoredPassword(
        hash: hash, salt: try row[20], parameters: parameters, updatedAt: try row[24])
    }
  }
}

extension Account {
  /// Whether the address is a way in.
  var hasPasswordProvider: Bool { email != nil && (password != nil || hasEmailLink) }
}

extension Transaction {
  func account(row id: Int64) throws(StorageFailure) -> Account? {
    try complete(connection.first("SELECT * FROM accounts WHERE id = ?", id, read: Account.init))
  }

  func account(localID: String, project: Int64) throws(StorageFailure) -> Account? {
    try complete(
      connection.first(
        "SELECT * FROM accounts WHERE project = ? AND local_id = ?", project, localID, read: Account.init))
  }

  func account(phone: PhoneNumber, project: Int64) throws(StorageFailure) -> Account? {
    try complete(
      connection.first(
        "SELECT * FROM accounts WHERE project = ? AND phone = ?", project, phone, read: Account.init))
  }

  func account(email: EmailAddress, project: Int64) throws(StorageFailure) -> Account? {
    try complete(
      connection.first(
        "SELECT * FROM accounts WHERE project = ? AND email = ?", project, email, read: Account.init))
  }

  /// The accounts that had the address before they changed it; for administrators, who can wait.
  func accounts(initialEmail: EmailAddress, project: Int64) throws(StorageFailure) -> [Account] {
    let found = try connection.all(
      "SELECT * FROM accounts WHERE project = ? AND initial_email = ?", project, initialEmail,
      read: Account.init)
    var accounts: [Account] = []
    for account in found { if let account = try complete(account) { accounts.append(account) } }
    return accounts
  }

  private func complete(_ account: Account?) throws(StorageFailure) -> Account? {
    guard var account else { return nil }
    account.identities = try identities(account: account.id)
    account.secondFactors = try secondFactors(account: account.id)
    return account
  }

  /// Stores a new account; the same with its row.
  func insert(_ account: Account) throws(StorageFailure) -> Account {
    let password = account.password
    try connection.run(
      """
      INSERT INTO accounts (project, local_id, phone, email, email_verified, display_name, photo_url,
        custom_attributes, disabled, fictional, created_at, last_login_at, last_refresh_at, valid_since,
        initial_email, email_link, custom_auth, anonymous, password_hash, password_salt, password_cost,
        password_block_size, password_parallelism, password_updated_at, generation)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      account.project, account.localID, account.phone, account.email, account.isEmailVerified,
      account.displayName, account.photoURL, account.customAttributes, account.isDisabled,
      account.isFictional, account.createdAt, account.lastLoginAt, account.lastRefreshAt,
      account.validSince, account.initialEmail, account.hasEmailLink, account.isCustomAuth,
      account.isAnonymous, password?.hash, password?.salt, password?.parameters.cost,
      password?.parameters.blockSize, password?.parameters.parallelism, password?.updatedAt,
      account.generation)
    var account = account
    account.id = connection.lastInsertedID
    return account
  }

  /// Stores what changed in `account`, apart from its identities and second factors.
  func update(_ account: Account) throws(StorageFailure) {
    let password = account.password
    try connection.run(
      """
      UPDATE accounts SET phone = ?, email = ?, email_verified = ?, display_name = ?, photo_url = ?,
        custom_attributes = ?, disabled = ?, fictional = ?, created_at = ?, last_login_at = ?,
        last_refresh_at = ?, valid_since = ?, initial_email = ?, email_link = ?, custom_auth = ?,
        anonymous = ?, password_hash = ?, password_salt = ?, password_cost = ?, password_block_size = ?,
        password_parallelism = ?, password_updated_at = ?, generation = ?
      WHERE id = ?
      """,
      account.phone, account.email, account.isEmailVerified, account.displayName, account.photoURL,
      account.customAttributes, account.isDisabled, account.isFictional, account.createdAt,
      account.lastLoginAt, account.lastRefreshAt, account.validSince, account.initialEmail,
      account.hasEmailLink, account.isCustomAuth, account.isAnonymous, password?.hash, password?.salt,
      password?.parameters.cost, password?.parameters.blockSize, password?.parameters.parallelism,
      password?.updatedAt, account.generation, account.id)
  }

  /// Makes `identity` a way in, in the place of one of the same provider.
  func link(_ identity: ProviderIdentity, to account: inout Account) throws(StorageFailure) {
    try store(identity, account: account.id, project: account.project)
    account.identities = try identities(account: account.id)
  }

  func unlink(provider: String, from account: inout Account) throws(StorageFailure) {
    try deleteIdentity(provider: provider, account: account.id)
    account.identities.removeAll { $0.provider == provider }
  }

  /// Adds a second factor; the same with its row.
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
    // A new app has a new secret.
    if factor.totp != nil { try forgetTOTPFailures(account: account.id) }
    account.secondFactors.removeAll { $0.id == factor.id }
  }

  /// Notes a sign-in; the index on numbers stays untouched.
  func noteSignIn(of account: Int64, at now: Date) throws(StorageFailure) {
    try connection.run(
      "UPDATE accounts SET last_login_at = ?, last_refresh_at = ? WHERE id = ?", now, now, account)
  }

  func noteRefresh(of account: Int64, at now: Date) throws(StorageFailure) {
    try connection.run("UPDATE accounts SET last_refresh_at = ? WHERE id = ?", now, account)
  }

  /// Deletes an account. Its refresh tokens stay, so that they can be told from forged ones.
  func delete(account: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM accounts WHERE id = ?", account)
    try connection.run("DELETE FROM provider_identities WHERE account = ?", account)
    // What becomes of links that sign in to it is a matter of policy.
    try connection.run(
      "DELETE FROM action_codes WHERE account = ? AND request_type <> 'EMAIL_SIGNIN'", account)
    try deleteSecondFactors(account: account)
  }

  func deleteAccounts(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM accounts WHERE project = ?", project)
    try connection.run("DELETE FROM provider_identities WHERE project = ?", project)
    try deleteSecondFactors(project: project)
  }
}
