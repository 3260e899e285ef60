import Essentials
import IdentityToolkit
import Synchronization
import TestSupport
import Testing

@testable import AuthServer

/// How passwords are kept, and what becomes of those that are kept in another way.
struct PasswordHashingTests {
  @Test func aFastHashIsOnePassOverSaltAndPassword() throws {
    let server = try ServerHarness(policy: .quickEmulator.with { $0.passwordHashing = .fast })
    try server.signUp()
    let stored = try #require(try server.password())
    #expect(
      stored == StoredPassword(fast: "correct horse".utf8, salt: stored.salt, updatedAt: stored.updatedAt))
    #expect(stored.salt.count == 16)
    #expect(stored.hash.count == 32)
    #expect(refusal { try server.signIn(password: "wrong horse") } == "INVALID_PASSWORD")
    #expect(try server.signIn(password: ServerHarness.password).registered == true)
    #expect(try server.password() == stored)
  }

  @Test func aPasswordIsKeptAsFirebasesEmulatorKeepsIt() throws {
    let server = try ServerHarness(policy: .quickEmulator.with { $0.passwordHashing = .emulator })
    try server.signUp()
    let listed = try #require(try server.call(BatchGetAccounts.self, .init(), asOwner: true).users?.first)
    let salt = try #require(listed.salt)
    #expect(salt.hasPrefix("fakeSalt"))
    #expect(salt.utf8.count == 28)
    #expect(listed.passwordHash == "fakeHash:salt=\(salt):password=correct horse")
    #expect(listed.passwordHashParameters == nil)
    #expect(refusal { try server.signIn(password: "wrong horse") } == "INVALID_PASSWORD")
    let signedIn = try server.signIn(password: ServerHarness.password)
    // The same in each answer to an administrator, as at Firebase's emulator.
    let found = try server.account(signedIn.localId ?? "")
    #expect(found?.passwordHash == listed.passwordHash && found?.salt == salt)
    // The account's owner sees no more than ever.
    #expect(try server.lookup(signedIn.idToken)?.passwordHash == AccountRecord.redactedHash)
  }

  @Test func anExportOfFirebasesEmulatorStaysAsItIsWhereNewPasswordsDo() throws {
    let server = try ServerHarness(policy: .quickEmulator.with { $0.passwordHashing = .emulator })
    var user = AccountRecord(localId: "kim")
    user.email = ServerHarness.email
    user.passwordHash = "fakeHash:salt=fakeSaltX:password=correct horse"
    user.salt = "fakeSaltX"
    #expect(try server.upload([user]) == [])
    #expect(try server.signIn(password: ServerHarness.password).localId == "kim")
    let listed = try server.call(BatchGetAccounts.self, .init(), asOwner: true).users?.first
    #expect(listed?.passwordHash == user.passwordHash)
    #expect(listed?.salt == user.salt)
  }

  /// A server that is started on the passwords of another kind says so.
  @Test(arguments: PasswordHashing.allCases)
  func theWayOfStoredPasswordsIsFound(hashing: PasswordHashing) throws {
    let server = try ServerHarness(policy: .quick.with { $0.passwordHashing = hashing })
    var account = AccountRecord(localId: "li")
    account.email = "li@example.com"
    #expect(try server.upload([account]) == [])
    #expect(try PasswordHashing.allCases.filter(server.store.hasPasswords(storedBy:)) == [])
    try server.signUp()
    #expect(try PasswordHashing.allCases.filter(server.store.hasPasswords(storedBy:)) == [hashing])
  }

  /// A password is checked as it was kept. Where new ones are worth more to nobody, it becomes one of them.
  @Test(arguments: PasswordHashing.allCases, PasswordHashing.allCases)
  func aPasswordThatWasKeptInAnotherWaySignsIn(before: PasswordHashing, after: PasswordHashing) throws {
    let server = try ServerHarness(policy: .quick.with { $0.passwordHashing = before })
    try server.signUp()
    let stored = try #require(try server.password())
    let later = try server.reopened(policy: .quick.with { $0.passwordHashing = after })
    #expect(refusal { try later.signIn(password: "wrong horse") } == "INVALID_LOGIN_CREDENTIALS")
    #expect(refusal { try later.signIn("nobody@example.com", password: "x") } == "INVALID_LOGIN_CREDENTIALS")
    #expect(try later.password() == stored)
    #expect(try later.signIn(password: ServerHarness.password).registered == true)
    let kept = try #require(try later.password())
    if after == .scrypt, before != .scrypt {
      #expect(kept.algorithm == .scrypt(Policy.quick.scrypt))
      #expect(kept.updatedAt == stored.updatedAt)
    } else {
      #expect(kept == stored)
    }
    #expect(try later.signIn(password: ServerHarness.password).registered == true)
  }

  @Test func whoHasWaitedLongEnoughForAHashIsRefusedAndNobodyElse() throws {
    let hasher = PasswordHasher(atOnce: 1, waitingLimit: 1, patience: 1)
    let busy = ServerError(
      .unavailable, "((Too many passwords wait to be hashed.))", httpStatus: 503, status: "UNAVAILABLE",
      reason: "backendError", retryAfter: 1)
    #expect(try hasher.perform { refused(by: hasher) } == busy)
    #expect(try hasher.perform { "done" } == "done")
  }

  private func refused(by hasher: PasswordHasher) -> ServerError? {
    do {
      try hasher.perform {}
      return nil
    } catch {
      return error as? ServerError
    }
  }

  @Test func moreThanMayWaitAreRefusedAtOnce() throws {
    let hasher = PasswordHasher(atOnce: 1, waitingLimit: 0, patience: 60)
    #expect(try hasher.perform { refused(by: hasher)?.httpStatus } == 503)
    #expect(try hasher.perform { "done" } == "done")
  }
}
