import AuthClient
import Essentials
import LocalAuthServer
import Synchronization
import Testing

@Suite struct MessageTests {
  private let clock = ManualClock(Date(timeIntervalSince1970: 1_800_000_000))

  @Test(arguments: [LocalServer.Rules.strict, .emulator])
  func aLinkSignsIn(rules: LocalServer.Rules) async throws {
    let server = try LocalServer(rules: rules)
    let auth = server.auth()
    var settings = ActionCodeSettings(url: URL(string: "http://localhost/welcome"))
    settings.handleCodeInApp = true
    try await auth.sendSignInLink(toEmail: "kim@example.com", actionCodeSettings: settings)
    let link = try server.signInLink(to: "kim@example.com")
    #expect(try server.link(to: "kim@example.com") == link)
    let result = try await auth.signIn(withEmail: "kim@example.com", link: link)
    #expect(result.user.email == "kim@example.com" && result.user.isEmailVerified)
  }

  @Test func messagesAreToldOldestFirst() async throws {
    let server = try LocalServer(clock: { [clock] in clock.now })
    let provider = PhoneAuthProvider.provider(auth: server.auth())
    _ = try await provider.verifyPhoneNumber("+16505550123")
    clock.advance(by: .seconds(1))
    _ = try await provider.verifyPhoneNumber("+16505550124")
    let messages = try server.messages()
    #expect(messages.map(\.recipient) == ["+16505550123", "+16505550124"])
    #expect(messages.map(\.kind) == [.sms, .sms])
    #expect(messages.map { clock.now.timeIntervalSince($0.sentAt) } == [1, 0])
    #expect(try server.messages(to: "+16505550124") == [messages[1]])
    #expect(messages[1].code == (try server.smsCode(to: "+16505550124")))
    #expect(messages[1].code == (try server.smsCode(to: "+1 650-555-0124")))
    #expect(messages[1].text.hasPrefix(messages[1].code ?? "-"))
  }

  @Test func aMailThatSignsNobodyInIsNoSignInLink() async throws {
    let server = try LocalServer()
    try server.createUser(email: "kim@example.com", password: "secret1")
    try await server.auth().sendPasswordReset(withEmail: "kim@example.com")
    #expect(try server.link(to: "kim@example.com").firstRange(of: "mode=resetPassword") != nil)
    #expect(throws: LocalServerError.noMessage(to: "kim@example.com")) {
      try server.signInLink(to: "kim@example.com")
    }
  }

  @Test func aPushVerifiesTheAppOnItsDeviceAlone() async throws {
    let server = try LocalServer(rules: .strict)
    let (token, other) = (Data([0xAB, 1, 2]), Data([0xAB, 1, 3]))
    let auth = server.auth()
    let pushes = Mutex<[Set<String>]>([])
    server.deliverPushes(to: token) { notification in
      pushes.withLock { $0.append(Set(notification.keys.compactMap { $0.base as? String })) }
      #expect(auth.canHandleNotification(notification))
    }
    // A device that no test gave.
    auth.setAPNSToken(other, type: .sandbox)
    let provider = PhoneAuthProvider.provider(auth: auth)
    let error = await #expect(throws: AuthError.self) {
      try await provider.verifyPhoneNumber("+16505550123")
    }
    #expect(error?.code == .appNotVerified)
    auth.setAPNSToken(token, type: .prod)
    let id = try await provider.verifyPhoneNumber("+16505550123")
    try await auth.signIn(
      with: provider.credential(
        withVerificationID: id, verificationCode: try server.smsCode(to: "+16505550123")))
    #expect(pushes.withLock { $0 } == [["aps", "com.google.firebase.auth"]])
  }

  @Test func whoGotNothingIsNamed() throws {
    let server = try LocalServer()
    #expect(throws: LocalServerError.noMessage(to: "+16505550123")) { try server.smsCode(to: "+16505550123") }
    #expect(throws: LocalServerError.noMessage(to: "kim@example.com")) {
      try server.link(to: "kim@example.com")
    }
  }

  @Test func aFictionalNumberHasTheCodeItWasGiven() async throws {
    let server = try LocalServer(rules: .strict)
    try server.setTestPhoneNumber("+16505550199", code: "112233")
    #expect(try server.testPhoneNumbers() == ["+16505553434": "654321", "+16505550199": "112233"])
    let auth = server.auth()
    auth.settings.isAppVerificationDisabledForTesting = true
    let provider = PhoneAuthProvider.provider(auth: auth)
    let id = try await provider.verifyPhoneNumber("+16505550199")
    try await auth.signIn(with: provider.credential(withVerificationID: id, verificationCode: "112233"))
    #expect(try server.messages() == [])
    try server.setTestPhoneNumber("+16505550199", code: nil)
    #expect(try server.testPhoneNumbers() == ["+16505553434": "654321"])
    let error = #expect(throws: LocalServerError.self) { try server.setTestPhoneNumber("+1650", code: "12") }
    guard case .refused("INVALID_TESTING_PHONE_NUMBER", _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
