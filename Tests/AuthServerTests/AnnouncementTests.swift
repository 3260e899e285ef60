import Essentials
import HTTP
import IdentityToolkit
import Synchronization
import TestSupport
import Testing

@testable import AuthServer

/// What is "sent" is told to whoever runs the server.
struct AnnouncementTests {
  private final class Log: Sendable {
    let messages = Mutex<[SentMessage]>([])
    var recipients: [String] { messages.withLock { $0.map(\.recipient) } }
  }

  private let log = Log()

  private func server() throws -> ServerHarness {
    try ServerHarness(announce: { [log] message in log.messages.withLock { $0.append(message) } })
  }

  private func mail(_ type: OobRequestType, to address: String, by server: ServerHarness) throws {
    var request = SendOobCode.Request(type)
    request.email = address
    request.continueUrl = "http://localhost/"
    _ = try server.call(SendOobCode.self, request)
  }

  @Test func codesAndLinksAreAnnouncedOnce() throws {
    let server = try server()
    let code = try server.code(for: server.sendCode())
    try mail(.emailSignIn, to: "kim@example.com", by: server)
    #expect(log.recipients == [ServerHarness.number, "kim@example.com"])
    let messages = log.messages.withLock { $0 }
    #expect(messages.first?.code == code)
    #expect(messages.last?.link?.contains("mode=signIn") == true)
  }

  @Test func aFictionalNumberGetsNoMessage() throws {
    let server = try server()
    _ = try server.sendCode(to: "+16505553434")
    #expect(log.recipients == [])
  }

  @Test func whatIsOnlyDoneForItsTimeIsNotAnnounced() throws {
    let server = try server()
    try mail(.passwordReset, to: "nobody@example.com", by: server)
    #expect(log.recipients == [])
  }

  @Test func theFirstRequestForAnotherProjectIsAnnounced() throws {
    let notices = Mutex<[ServerNotice]>([])
    try withExtendedLifetime(notices) {
      let server = try ServerHarness(notice: { notice in notices.withLock { $0.append(notice) } })
      func outbox(of project: String) throws -> Int {
        try server.send(.get, "/emulator/v1/projects/\(project)/verificationCodes").status
      }
      _ = try server.sendCode()
      #expect(try outbox(of: "demo-test") == 200)
      // Who may not ask, or asks for nothing that is there, says nothing of the set-up.
      #expect(
        try server.send(.get, "/identitytoolkit.googleapis.com/v2/projects/p1/config").status == 403)
      #expect(notices.withLock { $0 } == [])
      #expect(try outbox(of: "p2") == 200)
      #expect(try outbox(of: "p3") == 200)
      #expect(try outbox(of: "p2") == 200)
      #expect(notices.withLock { $0 } == [.foreignProject("p2")])
    }
  }

  /// Admin SDKs that are told of an emulator sign nothing, and are refused as by the service.
  @Test func theFirstCustomTokenWithoutASignatureIsAnnounced() throws {
    let notices = Mutex<[ServerNotice]>([])
    try withExtendedLifetime(notices) {
      func server(_ policy: Policy) throws -> ServerHarness {
        try ServerHarness(policy: policy, notice: { notice in notices.withLock { $0.append(notice) } })
      }
      let payload: JSONValue = [
        "iss": "firebase-auth-emulator@example.com", "sub": "firebase-auth-emulator@example.com",
        "aud": "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit",
        "iat": 1_800_000_000, "exp": 1_800_003_600, "uid": "kim",
      ]
      let unsigned = [#"{"alg":"none","typ":"JWT"}"#, payload.text].map { Base64URL.encode($0.utf8) + "." }
      func answer(_ token: String, _ server: ServerHarness) -> String? {
        refusal { try server.call(SignInWithCustomToken.self, .init(token: token)) }
      }
      let lenient = try server(.strict.with { $0.customTokenSignatures = false })
      #expect(answer(unsigned.joined(), lenient) == nil)
      let strict = try server(.strict)
      #expect(answer(unsigned.joined() + "AAAA", strict) == "CREDENTIAL_MISMATCH")
      #expect(answer("x.y.", strict)?.hasPrefix("INVALID_CUSTOM_TOKEN") == true)
      #expect(notices.withLock { $0 } == [])
      for _ in 1...2 { #expect(answer(unsigned.joined(), strict) == "CREDENTIAL_MISMATCH") }
      #expect(notices.withLock { $0 } == [.unsignedCustomToken])
    }
  }
}
