public import Essentials
import Synchronization

/// A signed-in user.
///
/// What it shows is what the service last said; ``reload()`` asks again. Its calls fail with ``AuthErrorCode/nullUser``
/// once another user, or none, is signed in.
public final class User: Sendable {
  let auth: Auth
  /// Which of the client's sessions is the user's.
  let generation: UInt64
  private let state: Mutex<UserRecord>

  init(_ record: UserRecord, of auth: Auth, generation: UInt64) {
    self.auth = auth
    self.generation = generation
    state = Mutex(record)
  }

  func update(_ record: UserRecord) {
    state.withLock { $0 = record }
  }

  var record: UserRecord { state.withLock { $0 } }

  /// The account's id in the project.
  public var uid: String { record.uid }
  /// The account's address.
  public var email: String? { record.email }
  /// Whether ``email`` is verified: a mailed link was opened, or the provider vouches for it.
  public var isEmailVerified: Bool { record.isEmailVerified }
  /// In E.164, `+16505553434`.
  public var phoneNumber: String? { record.phoneNumber }
  /// The name that the user goes by; ``createProfileChangeRequest()`` changes it.
  public var displayName: String? { record.displayName }
  /// Where a picture of the user is; ``createProfileChangeRequest()`` changes it.
  public var photoURL: URL? { record.photoURL.flatMap { URL(string: $0) } }
  /// Whether the account has no credential of its own yet.
  public var isAnonymous: Bool { record.isAnonymous }
  /// The id of Firebase itself, as opposed to those in ``providerData``.
  public var providerID: String { "firebase" }
  /// What the linked providers say of the user.
  public var providerData: [UserInfo] { record.providerData ?? [] }
  /// When the account was created and last signed in to.
  public var metadata: UserMetadata {
    UserMetadata(creationDate: record.createdAt, lastSignInDate: record.lastSignInAt)
  }
  /// The tenant that the account belongs to; nil for the project itself.
  public var tenantID: String? { record.tokens.idToken.tenant }
  /// A secret: whoever has it is signed in as the user. Nil for a session without one.
  public var refreshToken: String? { record.tokens.refreshToken }
}

extension User {
  @discardableResult
  func perform<Answer: Sendable>(
    isChange: Bool = true, isSignOut: Bool = false,
    _ call: @escaping @Sendable (BlockingAuth) throws(AuthFailure) -> Answer
  ) async throws(AuthError) -> CallResult<Answer> {
    try await auth.perform(as: self, isChange: isChange, isSignOut: isSignOut, call)
  }
}
