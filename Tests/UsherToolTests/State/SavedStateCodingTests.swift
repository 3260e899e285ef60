import AuthClient
import Essentials
import Flows
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

@Suite struct SavedStateCodingTests {
  private func decode(_ text: String) throws -> SavedState {
    try StateJSON.value(SavedState.self, from: Data(text.utf8))
  }

  @Test func everythingSurvives() throws {
    let state = SavedState.withEverything
    #expect(try StateJSON.value(SavedState.self, from: StateJSON.data(state)) == state)
  }

  @Test func theSameStateIsAlwaysWrittenTheSame() {
    #expect(StateJSON.data(SavedState.withEverything) == StateJSON.data(SavedState.withEverything))
  }

  /// Earlier builds wrote times to the nanosecond.
  @Test func timesAreReadInWholeMilliseconds() throws {
    var state = SavedState()
    state[local.session()] = .example()
    let text = String(decoding: StateJSON.data(state), as: UTF8.self)
    let finer = text.replacing(/"signed_in_at": "([0-9T:-]+)(\.\d+)?Z"/) { match in
      "\"signed_in_at\": \"\(match.1).262000084Z\""
    }
    let read = try decode(finer)
    #expect(finer != text)
    #expect(try decode(String(decoding: StateJSON.data(read), as: UTF8.self)) == read)
  }

  /// The form on disk is a promise to every later version.
  @Test func theFormOnDisk() {
    var state = SavedState()
    state[local.session()] = .example()
    let step = state.addPending(
      .phone(.signIn, .example), to: local.session("kim"), createdAt: now, expiresAt: now + 600)
    #expect(step.id.description == "p1")
    #expect(
      String(decoding: StateJSON.data(state), as: UTF8.self) == """
        {
          "last_pending": 1,
          "profiles": {
            "local": {
              "bindings": [
                {
                  "endpoint": "local",
                  "pending": [
                    {
                      "created_at": "2026-05-09T06:13:20.250Z",
                      "expires_at": "2026-05-09T06:23:20.250Z",
                      "id": "p1",
                      "kind": "phone-signin",
                      "phone": "+16505553434",
                      "resend_after": "2026-05-09T06:14:20.250Z",
                      "sent_at": "2026-05-09T06:13:20.250Z",
                      "session": "kim",
                      "verification_id": "v1",
                      "wrong_codes": 0
                    }
                  ],
                  "project": "demo-usher",
                  "recent_codes": [
                    {
                      "phone": "+16505553434",
                      "resend_after": "2026-05-09T06:14:20.250Z",
                      "sent_at": "2026-05-09T06:13:20.250Z",
                      "verification_id": "v1"
                    }
                  ],
                  "sessions": {
                    "default": {
                      "account": {
                        "email_verified": false,
                        "is_anonymous": false,
                        "mfa": [],
                        "providers": []
                      },
                      "auth_time": "2027-01-15T08:00:00Z",
                      "expires_at": "2026-05-09T07:13:20.250Z",
                      "id_token": "\(TokenFixture.phone())",
                      "refresh_token": "r1",
                      "sign_in_provider": "phone",
                      "signed_in_at": "2026-05-09T06:13:20.250Z",
                      "uid": "u1"
                    }
                  }
                }
              ],
              "settings": {}
            }
          },
          "version": 1
        }

        """)
  }

  @Test func everyKindHasANameOfItsOwn() {
    let names = SavedState.withEverything.pending(in: work).map(\.kindName)
    #expect(
      names == [
        "phone-signin", "phone-link", "phone-update", "phone-reauth", "email-link-signin",
        "email-link-link", "email-link-reauth", "verify-email", "change-email", "reset-password",
        "mfa-signin", "mfa-reauth", "mfa-enroll-sms", "mfa-enroll-totp",
      ])
  }

  @Test func aStepOfAnotherVersionIsKeptAsItIs() throws {
    let text = """
      {"version":1,"last_pending":4,"profiles":{"local":{"settings":{},"bindings":[{"endpoint":"local",
      "project":"demo-usher","sessions":{},"pending":[{"id":"p4","session":"default","kind":"passkey-signin",
      "created_at":"2026-01-01T00:00:00Z","expires_at":"2026-01-01T00:10:00Z","wrong_codes":2,
      "challenge":{"bytes":[1,2.5,null,true],"when":"2026-01-01T00:00:00Z"}}]}]}}}
      """
    var state = try decode(text)
    let step = try #require(state.pending(in: local).first)
    #expect(step.kindName == "passkey-signin")
    #expect(step.wrongCodes == 2)
    guard case .unsupported(_, let whole) = step.kind else {
      Issue.record("\(step.kind)")
      return
    }
    #expect(
      whole["challenge"]?.text == #"{"bytes":[1,2.5,null,true],"when":"2026-01-01T00:00:00Z"}"#)

    // Another command's save does not lose it, and its number is not given again.
    let other = state.addPending(
      .phone(.signIn, .example), to: local.session(), createdAt: step.expiresAt, expiresAt: step.expiresAt + 1
    )
    #expect(other.id.description == "p5")
    let again = try StateJSON.value(SavedState.self, from: StateJSON.data(state))
    #expect(again == state)
    #expect(again.pending(in: local) == [step, other])

    // What changes of it is saved.
    var changed = state
    changed.updatePending(step.id) { $0.wrongCodes = 4 }
    let saved = try StateJSON.value(SavedState.self, from: StateJSON.data(changed))
    #expect(saved.pending(in: local).map(\.wrongCodes) == [4, 0])

    // It can be dropped, and it expires as any other.
    #expect(state.removePending(step.id) == step)
    #expect(step.isExpired(at: now - 1))
  }

  @Test func idsInAnEditedFileAreNotGivenAgain() throws {
    let text = String(decoding: StateJSON.data(SavedState.withEverything), as: UTF8.self)
    let count = PendingKind.all.count + PendingKind.minimal.count
    let edited = text.replacing("\"last_pending\": \(count)", with: "\"last_pending\": 0")
    #expect(edited != text)
    var state = try decode(edited)
    let step = state.addPending(
      .phone(.signIn, .example), to: local.session("new"), createdAt: now, expiresAt: now)
    #expect(step.id.number == count + 1)
  }

  @Test(arguments: [
    ("", "it is not JSON of the expected form"),
    ("{", "it is not JSON of the expected form"),
    ("[]", "it is not JSON of the expected form"),
    ("{}", "version is missing"),
    (#"{"version":"1"}"#, "version is not valid"),
    (#"{"version":0}"#, "version is not valid"),
    (#"{"version":1}"#, "profiles is missing"),
    (#"{"version":1,"profiles":{}}"#, "last_pending is missing"),
    (#"{"version":1,"profiles":{},"last_pending":-1}"#, "last_pending is not valid"),
    (#"{"version":1,"profiles":{},"last_pending":9223372036854775807}"#, "last_pending is not valid"),
    (#"{"version":1,"profiles":{"a":{"bindings":[]}},"last_pending":0}"#, "profiles.a.settings is missing"),
    (
      #"{"version":1,"profiles":{"a":{"settings":{},"bindings":[{}]}},"last_pending":0}"#,
      "profiles.a.bindings[0].endpoint is missing"
    ),
  ])
  func whatIsWrongIsNamed(text: String, reason: String) {
    #expect(throws: StateJSON.Malformed.self) { try decode(text) }
    do {
      _ = try decode(text)
    } catch {
      #expect((error as? StateJSON.Malformed)?.reason.english == reason)
    }
  }

  @Test func noSecretIsQuotedInAReason() {
    let text = String(decoding: StateJSON.data(SavedState.withEverything), as: UTF8.self)
    for secret in [TokenFixture.phone(), "r1", "c1", "2026-05-09T06:13:20.250Z"] {
      for replacement in ["\(secret)\u{1}SECRET", "SECRET\",\"", "\\uD800SECRET"] {
        let broken = text.replacing("\"\(secret)\"", with: "\"\(replacement)\"")
        #expect(broken != text)
        do { _ = try decode(broken) } catch { #expect(!"\(error)".contains("SECRET")) }
      }
    }
  }

  @Test(arguments: ["p1", "p7", "p4611686018427387903"])
  func idsAreRead(text: String) {
    #expect(PendingID(text)?.description == text)
  }

  @Test(arguments: ["", "p", "7", "P7", "p0", "p-1", "p+7", "p07", "p7 ", "p٧", "p9223372036854775807"])
  func otherIdsAreRefused(text: String) {
    #expect(PendingID(text) == nil)
  }
}
