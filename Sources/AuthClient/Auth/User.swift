public import Essentials
import Synchronization

/// A signed-in user.
///
/// The properties are the service's last answer; ``reload()`` asks again. After another user signs in, or this user
/// signs out, calls throw ``AuthErrorCode/nullUser``.
public final class User: Sendable {
  let auth: Auth
  /// The number of this user's session within the client.
  let generation: UInt64
  /// The server, project and tenant of the session.
  let binding: SessionBinding?
  private let state: Mutex<UserRecord>
  /// The name of the passkey whose enrollment was started last.
  let passkeyName = Mutex<String?>(nil)

  init(_ record: UserRecord, of auth: Auth, generation: UInt64, binding: SessionBinding?) {
    self.auth = auth
    self.binding = binding
    self.generation = generation
    state = Mutex(record)
  }

  func update(_ record: UserRecord) {
    state.withLock { $0 = record }
  }

  var record: UserRecord { state.withLock { $0 } }

  /// The account's ID in the project.
  public var uid: String { record.uid }
  /// The account's e-mail address.
  public var email: String? { record.email }
  /// Whether ``email`` is verified, by an e-mail link or by the identity provider.
  public var isEmailVerified: Bool { record.isEmailVerified }
  /// The phone number in E.164 format, for example `+16505553434`.
  public var phoneNumber: String? { record.phoneNumber }
  /// The display name, which ``createProfileChangeRequest()`` changes.
  public var displayName: String? { record.displayName }
  /// The URL of the user's photo, which ``createProfileChangeRequest()`` changes.
  public var photoURL: URL? { record.photoURL.flatMap { URL(string: $0) } }
  /// Whether the account has no credential yet.
  public var isAnonymous: Bool { record.isAnonymous }
  /// Firebase's own provider ID, always `firebase`.
  ///
  /// The IDs of the linked providers are in ``providerData``.
  public var providerID: String { "firebase" }
  /// The user's data at each linked provider.
  public var providerData: [UserInfo] { record.providerData ?? [] }
  /// The dates of the account's creation and last sign-in.
  public var metadata: UserMetadata {
    UserMetadata(creationDate: record.createdAt, lastSignInDate: record.lastSignInAt)
  }
  /// The account's tenant; nil for the project itself.
  public var tenantID: String? { record.tokens.idToken.tenant }
  /// The refresh token; nil for a session without one.
  ///
  /// It is a secret: anyone who has it can act as the user.
  public var refreshToken: String? { record.tokens.refreshToken }

  @discardableResult
  func perform<Answer: Sendable>(
    isChange: Bool = true, isSignOut: Bool = false,
    _ call: @escaping @Sendable (BlockingAuth) throws(AuthFailure) -> Answer
  ) async throws(AuthError) -> CallResult<Answer> {
    try await auth.perform(as: self, isChange: isChange, isSignOut: isSignOut, call)
  }
}
