import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct VerifyClientTests {
  private let recorder = PushRecorder()

  private func makeServer() throws -> ServerHarness {
    try ServerHarness(policy: .verifying, push: recorder)
  }

  @Test func theSecretOfAReceiptComesByPushOnly() throws {
    let server = try makeServer()
    let answer = try server.verifyClient()
    let push = try #require(recorder.pushes.first)
    #expect(answer == .init(receipt: push.receipt, suggestedTimeout: "5"))
    #expect(push.receipt != push.secret)
    #expect(push.receipt.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
    #expect(push.secret.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
    let legacy = try server.send(
      .post, "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyClient", query: RouterTests.key,
      body: #"{"appToken":"device 2","isSandbox":true}"#)
    let second: VerifyClient.Response = try ServerHarness.decode(legacy)
    #expect(second.receipt == recorder.pushes[1].receipt)
    #expect(second.receipt != answer.receipt)
    #expect(recorder.pushes.count == 2)
  }

  @Test func aDeviceThatNoPushReachesIsToldSo() throws {
    let server = try makeServer()
    for missing in [nil, ""] {
      #expect(refusal { try server.verifyClient(missing) } == "MISSING_IOS_APP_TOKEN")
    }
    for foreign in ["other", String(repeating: "A", count: 1_000_000)] {
      #expect(refusal { try server.verifyClient(foreign) } == "INVALID_APP_CREDENTIAL")
    }
    let deaf = try ServerHarness(policy: .verifying)
    #expect(refusal { try deaf.verifyClient() } == "INVALID_APP_CREDENTIAL")
    #expect(recorder.pushes == [])
    #expect(try server.count("SELECT count(*) FROM app_receipts") == 0)
  }

  @Test func aReceiptAndItsSecretVerifyTheAppAgainAndAgain() throws {
    let server = try makeServer()
    _ = try server.verifyClient(as: "example.shop")
    let push = recorder.pushes[0]
    for _ in 1...3 {
      let info = try server.sendCode(as: "example.shop") { $0.show(push) }.sessionInfo
      #expect(try server.confirm(info ?? "", code: server.code(for: info ?? "")).localId != nil)
    }
    // The next command opens the database anew.
    let next = try server.reopened(policy: .verifying)
    #expect(try next.sendCode(as: "example.shop") { $0.show(push) }.sessionInfo != nil)
  }

  @Test func nothingElseGoesWithAReceipt() throws {
    let server = try makeServer()
    _ = try server.verifyClient(as: "example.shop")
    _ = try server.verifyClient(as: "example.shop")
    let (push, other) = (recorder.pushes[0], recorder.pushes[1])
    func refused(as bundle: String? = "example.shop", _ receipt: String?, _ secret: String?) -> String? {
      refusal {
        try server.sendCode(as: bundle) {
          $0.iosReceipt = receipt
          $0.iosSecret = secret
        }
      }
    }
    #expect(refused(push.receipt, push.secret) == nil)
    #expect(refused(push.receipt, other.secret) == "INVALID_APP_CREDENTIAL")
    #expect(refused(push.secret, push.receipt) == "INVALID_APP_CREDENTIAL")
    #expect(refused(push.receipt, push.secret + " ") == "INVALID_APP_CREDENTIAL")
    let huge = String(repeating: "r", count: 1_000_000)
    #expect(refused(huge, huge) == "INVALID_APP_CREDENTIAL")
    #expect(refused(push.receipt, nil) == "MISSING_APP_CREDENTIAL")
    #expect(refused("", push.secret) == "MISSING_APP_CREDENTIAL")
    // Of another app, or of one that does not say which.
    #expect(refused(as: "example.other", push.receipt, push.secret) == "INVALID_APP_CREDENTIAL")
    #expect(refused(as: nil, push.receipt, push.secret) == "INVALID_APP_CREDENTIAL")
    // Of another project.
    let elsewhere = try ServerHarness(
      policy: .verifying, project: "demo-other", folder: server.folder, clock: server.clock, seed: 1_000_000)
    #expect(
      refusal { try elsewhere.sendCode(as: "example.shop") { $0.show(push) } } == "INVALID_APP_CREDENTIAL")
    #expect(try server.call(Outbox.self, .init()).messages.count == 1)
  }

  @Test func aReceiptExpires() throws {
    let server = try makeServer()
    _ = try server.verifyClient()
    let push = recorder.pushes[0]
    server.clock.advance(86_400)
    #expect(try server.sendCode { $0.show(push) }.sessionInfo != nil)
    server.clock.advance(1)
    #expect(refusal { try server.sendCode { $0.show(push) } } == "INVALID_APP_CREDENTIAL")
    // Nor does a clock that was set back revive it from the future.
    server.clock.advance(-86_401 - 61)
    #expect(refusal { try server.sendCode { $0.show(push) } } == "INVALID_APP_CREDENTIAL")
  }

  @Test func oldReceiptsAreForgotten() throws {
    let server = try makeServer()
    for _ in 1...4 { _ = try server.verifyClient() }
    server.clock.advance(86_401)
    for _ in 1...2 { _ = try server.verifyClient() }
    #expect(try server.count("SELECT count(*) FROM app_receipts") == 2)
  }

  @Test func aResetEndsReceipts() throws {
    let server = try makeServer()
    _ = try server.verifyClient()
    let push = recorder.pushes[0]
    _ = try server.call(ResetProject.self, .init())
    #expect(refusal { try server.sendCode { $0.show(push) } } == "INVALID_APP_CREDENTIAL")
    #expect(try server.count("SELECT count(*) FROM app_receipts") == 0)
  }
}

extension AppVerificationProof {
  mutating func show(_ push: VerificationPush) {
    iosReceipt = push.receipt
    iosSecret = push.secret
  }
}
