import Crypto
import Essentials

/// A row of `accounts`.
struct AccountRow: Record {
  static let table: StaticString = "accounts"

  var account = Account(localID: "", project: 0, now: .distantPast)

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &account.id, .id)
    try row.column("project", &account.project, .fixed)
    try row.column("local_id", &account.localID, .fixed)
    try row.column("phone", &account.phone)
    try row.column("email", &account.email)
    try row.column("email_verified", &account.isEmailVerified)
    try row.column("display_name", &account.displayName)
    try row.column("photo_url", &account.photoURL)
    try row.column("custom_attributes", &account.customAttributes)
    try row.column("disabled", &account.isDisabled)
    try row.column("fictional", &account.isFictional)
    try row.column("created_at", &account.createdAt)
    try row.moment("last_login_at", &account.lastLoginAt)
    try row.moment("last_refresh_at", &account.lastRefreshAt)
    try row.column("valid_since", &account.validSince)
    try row.column("initial_email", &account.initialEmail)
    try row.column("email_link", &account.hasEmailLink)
    try row.column("admin_made", &account.isAdminMade)
    try row.column("custom_auth", &account.isCustomAuth)
    try row.column("anonymous", &account.isAnonymous)
    try row.password(&account.password)
    // One more must fit.
    try row.column("generation", &account.generation, in: 0..<Int.max)
  }
}

extension Row {
  /// A column that takes no null: never is the distant past there.
  fileprivate mutating func moment(_ name: StaticString, _ moment: inout Date?) throws(StorageFailure) {
    var stored = moment ?? .distantPast
    try column(name, &stored)
    moment = stored == .distantPast ? nil : stored
  }

  /// The columns of an account's password: null in all where it has none.
  fileprivate mutating func password(_ password: inout StoredPassword?) throws(StorageFailure) {
    var (hash, salt, updatedAt) = (password?.hash, password?.salt, password?.updatedAt)
    var (cost, blockSize, parallelism): (Int?, Int?, Int?)
    var algorithm: String?
    switch password?.algorithm {
    case .scrypt(let parameters):
      (cost, blockSize, parallelism) = (parameters.cost, parameters.blockSize, parameters.parallelism)
    case .described(let text): algorithm = text
    case .readable: algorithm = readable
    case nil: break
    }
    try column("password_hash", &hash)
    try column("password_salt", &salt)
    try column("password_cost", &cost)
    try column("password_block_size", &blockSize)
    try column("password_parallelism", &parallelism)
    try column("password_updated_at", &updatedAt)
    try column("password_algorithm", &algorithm)
    password = nil
    guard let hash else { return }
    if let salt, let algorithm, let updatedAt {
      password = StoredPassword(
        hash: hash, salt: salt, algorithm: algorithm == readable ? .readable : .described(algorithm),
        updatedAt: updatedAt)
    } else if let salt, let cost, let blockSize, let parallelism, let updatedAt {
      let parameters = Scrypt.Parameters(cost: cost, blockSize: blockSize, parallelism: parallelism)
      try check(parameters.isWithinPolicy, "password_cost")
      password = StoredPassword(
        hash: hash, salt: salt, algorithm: .scrypt(parameters), updatedAt: updatedAt)
    }
    try check(password != nil, "password_cost")
  }
}

/// In the column that has JSON for other algorithms.
private let readable = "readable"

extension Scrypt.Parameters {
  /// Whether a policy can ask for them. More could take all memory there is.
  fileprivate var isWithinPolicy: Bool {
    cost.nonzeroBitCount == 1 && (2...1 << 20).contains(cost) && (1...32).contains(blockSize)
      && (1...16).contains(parallelism)
  }
}
