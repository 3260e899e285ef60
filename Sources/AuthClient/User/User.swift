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
  /// The user's second factors.
  public var multiFactor: MultiFactor { MultiFactor(user: self) }
}

extension User {
  /// Asks the service for the account again.
  /// - Throws: ``AuthErrorCode/userTokenExpired``, ``AuthErrorCode/userDisabled`` or ``AuthErrorCode/userNotFound`` where
  ///   the session has ended; the user is signed out then.
  public func reload() async throws(AuthError) {
    try await perform(isChange: false) { core throws(AuthFailure) in _ = try core.reload() }
  }

  /// Deletes the account, and signs the user out.
  /// - Throws: ``AuthErrorCode/requiresRecentLogin`` where the sign-in is older than about five minutes.
  public func delete() async throws(AuthError) {
    try await perform(isSignOut: true) { core throws(AuthFailure) in try core.deleteAccount() }
  }

  /// Sends a mail with a link that verifies ``email``.
  /// - Parameter actionCodeSettings: Where the link leads; nil is the project's own page.
  public func sendEmailVerification(
    with actionCodeSettings: ActionCodeSettings? = nil
  ) async throws(AuthError) {
    let settings = try actionCodeSettings?.checked
    try await perform { core throws(AuthFailure) in
      try core.sendEmailVerification(settings: settings)
    }
  }

  /// Sends a mail to `newEmail` with a link that makes it the account's address.
  public func sendEmailVerification(
    beforeUpdatingEmail newEmail: String, actionCodeSettings: ActionCodeSettings? = nil
  ) async throws(AuthError) {
    let settings = try actionCodeSettings?.checked
    try await perform { core throws(AuthFailure) in
      try core.sendEmailVerification(beforeUpdatingEmail: newEmail, settings: settings)
    }
  }

  /// Gives the account a new password, which ends its other sessions.
  /// - Throws: ``AuthErrorCode/requiresRecentLogin``, ``AuthErrorCode/weakPassword``.
  public func updatePassword(to password: String) async throws(AuthError) {
    if password.isEmpty { throw AuthError(.weakPassword) }
    var change = AccountChange()
    change.password = password
    try await update(change)
  }

  /// Gives the account a new phone number.
  /// - Throws: ``AuthErrorCode/requiresRecentLogin``, ``AuthErrorCode/credentialAlreadyInUse``.
  public func updatePhoneNumber(_ credential: PhoneAuthCredential) async throws(AuthError) {
    try await perform { core throws(AuthFailure) in
      _ = try core.updatePhoneNumber(credential)
    }
  }

  /// What changes the display name and the photo, once it is committed.
  public func createProfileChangeRequest() -> UserProfileChangeRequest {
    UserProfileChangeRequest(user: self)
  }

  func update(_ change: AccountChange) async throws(AuthError) {
    try await perform { core throws(AuthFailure) in _ = try core.update(change) }
  }

  @discardableResult
  func perform<Answer: Sendable>(
    isChange: Bool = true, isSignOut: Bool = false,
    _ call: @escaping @Sendable (BlockingAuth) throws(AuthFailure) -> Answer
  ) async throws(AuthError) -> Performed<Answer> {
    try await auth.perform(as: self, isChange: isChange, isSignOut: isSignOut, call)
  }
}
