import AuthClient
import Essentials
import LocalAuthServer
import Testing

private let number = "+16505550123"

@Suite struct RehearsalTests {
  @Test func aCallFailsAsOftenAsItIsToldTo() async throws {
    let server = try LocalServer()
    let provider = PhoneAuthProvider.provider(auth: server.auth())
    try server.fail(.sendVerificationCode, with: "QUOTA_EXCEEDED", times: 2)
    for _ in 0..<2 {
      let error = await #expect(throws: AuthError.self) { try await provider.verifyPhoneNumber(number) }
      #expect(error?.code == .quotaExceeded)
    }
    _ = try await provider.verifyPhoneNumber(number)
    try server.fail(.sendVerificationCode, with: "QUOTA_EXCEEDED", times: nil)
    try server.clearFaults()
    _ = try await provider.verifyPhoneNumber(number)
  }

  @Test func aFaultThatCannotBeIsRefused() throws {
    let server = try LocalServer()
    for plan in [
      { try server.fail(.init(rawValue: "tea"), with: "QUOTA_EXCEEDED") },
      { try server.fail(.token, with: "not a code") },
      { try server.delay(.token, by: .seconds(601)) },
      { try server.delay(.token, by: .seconds(Int64.max)) },
      { try server.delay(.token, by: .seconds(Int64.min)) },
      { try server.fail(.token, with: "INTERNAL_ERROR", after: .seconds(Int64.max)) },
    ] {
      let error = #expect(throws: LocalServerError.self) { try plan() }
      guard case .refused("INVALID_ARGUMENT", _)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test(arguments: [
    LocalServer.Procedure.sendVerificationCode, .signInWithPhoneNumber, .signInWithPassword,
    .signInWithEmailLink,
    .signInWithCustomToken, .signInWithIdp, .signUp, .sendOobCode, .resetPassword, .lookup, .update, .delete,
    .token,
    .startMFAEnrollment, .finalizeMFAEnrollment, .withdrawMFA, .startMFASignIn, .finalizeMFASignIn,
  ])
  func everyProcedureIsTheServers(procedure: LocalServer.Procedure) throws {
    try LocalServer().fail(procedure, with: "INTERNAL_ERROR")
  }

  @Test func aCallIsLate() async throws {
    let server = try LocalServer()
    try server.delay(.signUp, by: .milliseconds(60))
    let auth = server.auth()
    let time = try await ContinuousClock().measure { try await auth.signInAnonymously() }
    #expect(time >= .milliseconds(60))
    try server.fail(.signUp, with: "INTERNAL_ERROR", after: .milliseconds(60))
    let late = await ContinuousClock().measure {
      await #expect(throws: AuthError.self) { try await server.auth().signInAnonymously() }
    }
    #expect(late >= .milliseconds(60))
  }

  @Test(.timeLimit(.minutes(60)), arguments: [false, true])
  func stoppingEndsADelay(onAPort: Bool) async throws {
    let server = try LocalServer()
    try server.delay(.signUp, by: .seconds(600))
    let auth = onAPort ? Auth(apiKey: "any", projectID: "demo-test") : server.auth()
    if onAPort { auth.useEmulator(withHost: "127.0.0.1", port: try server.listen()) }
    let call = Task { try await auth.signInAnonymously() }
    // Until the call has come in, which it does in a moment: then nothing is planned any more.
    while try server.plannedFaultCount > 0 { await Task.yield() }
    server.stop()
    // After the delay, there would be an account.
    await #expect(throws: AuthError.self) { try await call.value }
  }

  @Test(.timeLimit(.minutes(60))) func cancellingACallEndsItsDelay() async throws {
    let server = try LocalServer()
    let auth = server.auth()
    try server.delay(.signUp, by: .seconds(600))
    let call = Task { try await auth.signInAnonymously() }
    while try server.plannedFaultCount > 0 { await Task.yield() }
    call.cancel()
    await #expect(throws: AuthError.self) { try await call.value }
    #expect(auth.currentUser == nil)
    // On the thread that has waited.
    #expect(try await auth.signInAnonymously().user.isAnonymous)
  }

  @Test func whatWaitsIsEndedBeforeItsTime() async throws {
    let server = try LocalServer()
    let auth = server.auth()
    let provider = PhoneAuthProvider.provider(auth: auth)
    let id = try await provider.verifyPhoneNumber(number)
    #expect(try server.expire(.smsCodes, of: number) == 1)
    let code = try server.smsCode(to: number)
    let error = await #expect(throws: AuthError.self) {
      try await auth.signIn(with: provider.credential(withVerificationID: id, verificationCode: code))
    }
    #expect(error?.code == .sessionExpired)

    let user = try await signIn(auth, by: number, at: server).user
    #expect(try server.expire(.sessions) == 1)
    let ended = await #expect(throws: AuthError.self) { try await user.getIDToken(forcingRefresh: true) }
    #expect(ended?.code == .userTokenExpired)
    #expect(auth.currentUser == nil)
    #expect(try server.expire(.links) == 0)
    #expect(try server.expire(.pendingSignIns) == 0)
  }
}
