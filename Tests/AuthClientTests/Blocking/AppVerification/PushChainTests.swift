import AuthClient
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// Pushes, credentials and test mode.
@Suite struct PushChainTests {
  @Test func testModeShowsNoProofAndAsksForNothing() throws {
    let service = ServiceStub(AppCredentials(credential: AppCredential(receipt: "r", secret: "s")))
    let auth = service.auth(adjust: { $0.isAppVerificationDisabledForTesting = true })
    try auth.sendCode()
    #expect(service.asked == ["accounts:sendVerificationCode"])
    #expect(
      service.bodies("sendVerificationCode") == [
        ["clientType": "CLIENT_TYPE_WEB", "phoneNumber": "+16505550123"]
      ])
    service.on("sendVerificationCode") { _ in "MISSING_CLIENT_IDENTIFIER" }
    #expect(throws: AuthFailure.appVerification(.numberNotFictional(.missingClientIdentifier))) {
      try auth.sendCode()
    }
    service.on("sendVerificationCode") { _ in "QUOTA_EXCEEDED" }
    #expect(throws: AuthFailure.refused(ServerError(.quotaExceeded, httpStatus: 400))) { try auth.sendCode() }
  }

  @Test func aPushInTimeVerifiesTheAppFromThenOn() throws {
    let service = ServiceStub()
    var pauses = 0
    let auth = service.auth(onPause: {
      pauses += 1
      if pauses == 3 { #expect(service.push("r1")) }
    })
    try auth.sendCode()
    #expect(pauses == 3)
    #expect(service.bodies("verifyIosClient") == [["appToken": "AB01", "isSandbox": true]])
    let proof: JSONValue = [
      "clientType": "CLIENT_TYPE_IOS", "iosReceipt": "r1", "iosSecret": "secret",
      "phoneNumber": "+16505550123",
    ]
    #expect(service.bodies("sendVerificationCode") == [proof])
    #expect(service.inbox.credentials == AppCredentials(credential: .init(receipt: "r1", secret: "secret")))
    try auth.sendCode()
    #expect(service.asked.filter { $0.hasSuffix("verifyIosClient") }.count == 1)
    #expect(service.bodies("sendVerificationCode") == [proof, proof])
  }

  @Test func aPushBeforeTheAnswerCountsToo() throws {
    let service = ServiceStub()
    service.on("verifyIosClient") { [inbox = service.inbox] _ in
      _ = inbox.canHandleNotification(VerificationPush(receipt: "r1", secret: "early").notification)
      return #"{"receipt":"r1","suggestedTimeout":"5"}"#
    }
    try service.auth(onPause: { Issue.record("nothing to wait for") }).sendCode()
    #expect(service.inbox.credentials.credential == AppCredential(receipt: "r1", secret: "early"))
    // Once the answer is there, such pushes are nobody's.
    #expect(service.push("r2"))
    #expect(service.inbox.credentials.credential?.receipt == "r1")
  }

  @Test func aPushThatNeverComesLeadsToReCAPTCHAInTime() throws {
    let service = ServiceStub()
    let presenter = PresenterStub()
    let start = service.clock.now
    try service.auth(presenter: presenter).sendCode()
    #expect(service.clock.now == start + 5)
    #expect(
      presenter.challenges == [.init(kind: .v2, siteKey: "google-key", action: .sendVerificationCode)])
    #expect(service.bodies("sendVerificationCode").first?["recaptchaToken"] == "token-1")
    #expect(service.inbox.credentials.pendingReceipts == ["r1"])

    // It comes late, and is good for the next time.
    #expect(service.push("r1", secret: "late"))
    try service.auth(presenter: presenter).sendCode()
    #expect(service.bodies("sendVerificationCode").last?["iosSecret"] == "late")
    #expect(presenter.challenges.count == 1)
  }

  @Test func noServerHoldsAPersonUpForLong() throws {
    let service = ServiceStub()
    service.on("verifyIosClient") { _ in #"{"receipt":"r1","suggestedTimeout":"1e99"}"# }
    let start = service.clock.now
    try service.auth(presenter: PresenterStub()).sendCode()
    #expect(service.clock.now == start + 60)
  }

  @Test func foreignPushesHaveNoEffect() throws {
    let service = ServiceStub()
    let huge = String(repeating: "s", count: 1 << 20)
    var isFirst = true
    let auth = service.auth(
      presenter: PresenterStub(),
      onPause: {
        guard isFirst else { return }
        isFirst = false
        #expect(service.push("r2"))
        #expect(service.push("r1", secret: huge))
        #expect(service.push(huge, secret: "s"))
        for notification: JSONValue in [
          ["com.google.firebase.auth": ["warning": "probe"]], ["com.google.firebase.auth": ["receipt": "r1"]],
          ["com.google.firebase.auth": "{"], ["com.google.firebase.auth": 1],
        ] {
          #expect(service.inbox.canHandleNotification(notification))
        }
        for notification: JSONValue in [
          ["aps": ["alert": "hi"]], [], "com.google.firebase.auth", ["receipt": "r1", "secret": "s"],
        ] {
          #expect(!service.inbox.canHandleNotification(notification))
        }
      })
    try auth.sendCode()
    #expect(service.bodies("sendVerificationCode").first?["recaptchaToken"] == "token-1")
    // The second push for a receipt is nobody's.
    #expect(service.push("r1", secret: "first"))
    #expect(service.push("r1", secret: "second"))
    #expect(service.inbox.credentials.credential?.secret == "first")
  }

  @Test func onlyTheNewestReceiptsAreWaitedFor() throws {
    let service = ServiceStub()
    for number in 1...40 {
      service.on("verifyIosClient") { _ in #"{"receipt":"r\#(number)","suggestedTimeout":"0"}"# }
      try service.auth(presenter: PresenterStub()).sendCode()
    }
    #expect(service.inbox.credentials.pendingReceipts == (9...40).map { "r\($0)" })
  }

  @Test(arguments: ["INVALID_APP_CREDENTIAL", "MISSING_IOS_APP_TOKEN", "OPERATION_NOT_ALLOWED"])
  func aDeviceThatNoPushReachesGoesOnAtOnce(_ code: String) throws {
    let service = ServiceStub()
    service.on("verifyIosClient") { _ in code }
    let auth = service.auth(presenter: PresenterStub(), onPause: { Issue.record("nothing to wait for") })
    try auth.sendCode()
    #expect(service.bodies("sendVerificationCode").first?["recaptchaToken"] == "token-1")
  }

  @Test func withoutAnybodyNothingIsSent() throws {
    let service = ServiceStub()
    #expect(throws: AuthFailure.appVerification(.impossible)) {
      try service.auth(hasDevice: false).sendCode()
    }
    #expect(service.asked == ["recaptchaConfig"])
  }

  @Test func aCredentialThatIsRefusedIsReplacedOnce() throws {
    let service = ServiceStub(AppCredentials(credential: AppCredential(receipt: "r0", secret: "old")))
    service.on("sendVerificationCode") { request in
      String(decoding: request.body, as: UTF8.self).contains("old")
        ? "INVALID_APP_CREDENTIAL" : #"{"sessionInfo":"s1"}"#
    }
    let auth = service.auth(onPause: { _ = service.push("r1") })
    #expect(try auth.sendCode() == "s1")
    #expect(service.bodies("sendVerificationCode").map { $0["iosReceipt"] } == ["r0", "r1"])

    service.on("sendVerificationCode") { _ in "INVALID_APP_CREDENTIAL" }
    #expect(throws: AuthFailure.refused(ServerError(.invalidAppCredential, httpStatus: 400))) {
      try auth.sendCode()
    }
    #expect(service.bodies("sendVerificationCode").count == 4)
  }

  @Test func aFailureOfTheCallersIsHandedThrough() throws {
    struct Closed: Error {}
    let service = ServiceStub()
    let presenter = PresenterStub()
    presenter.failure = .caller(CallerFailure(Closed()))
    #expect(throws: AuthFailure.caller(CallerFailure(Closed()))) {
      try service.auth(presenter: presenter, hasDevice: false).sendCode()
    }
    #expect(!service.asked.contains("accounts:sendVerificationCode"))
  }
}
