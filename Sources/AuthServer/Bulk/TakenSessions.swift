import Essentials
import IdentityToolkit

/// Sessions that began at another server and continue here.
struct TakenSessions: Sendable {
  private let tenant: String?
  private let localID: String
  private let validSince: Date?
  private let sessions: [StoredSession]

  init(_ exported: AccountSessions) throws(ServerError) {
    tenant = exported.tenantId
    localID = exported.localId
    validSince = try exported.validSince.map(Self.time)
    var sessions: [StoredSession] = []
    for session in exported.sessions { sessions.append(try StoredSession(session)) }
    self.sessions = sessions
  }

  /// Stores the sessions with their account, which was uploaded before.
  ///
  /// If the account does not exist, nothing happens, because people may remove accounts from export files.
  func store(for call: Call, in transaction: Transaction) throws {
    var call = call
    if let tenant { call.tenant = tenant }
    let project = try call.knownProject(in: transaction).id
    guard var account = try transaction.account(localID: localID, project: project) else { return }
    account.validSince = validSince
    try transaction.update(account)
    for session in sessions { try transaction.take(session, account: account) }
  }

  fileprivate static func time(_ value: DecimalText) throws(ServerError) -> Date {
    guard let time = Date(given: value, per: 1000) else { throw refusal }
    return time
  }

  fileprivate static let refusal = ServerError.badArgument(
    "sessions contains a value that no server exports.")
}

extension StoredSession {
  fileprivate init(_ session: AccountSessions.Session) throws(ServerError) {
    guard let digest = Base64URL.decode(session.digest), digest.count == RefreshToken.hashSize,
      session.claims.map({ JSONValue(json: $0)?.members != nil }) ?? true
    else { throw TakenSessions.refusal }
    self.init(
      hash: digest,
      session: AuthSession(
        signedInAt: try TakenSessions.time(session.signedInAt), provider: session.provider))
    self.session.secondFactor = session.secondFactor
    self.session.secondFactorIdentifier = session.secondFactorIdentifier
    self.session.claims = session.claims
  }
}

extension AccountSessions.Session {
  init(_ stored: StoredSession) {
    self.init(
      digest: Base64URL.encode(stored.hash),
      signedInAt: DecimalText(String(stored.session.signedInAt.milliseconds)),
      provider: stored.session.provider)
    secondFactor = stored.session.secondFactor
    secondFactorIdentifier = stored.session.secondFactorIdentifier
    claims = stored.session.claims
  }
}
