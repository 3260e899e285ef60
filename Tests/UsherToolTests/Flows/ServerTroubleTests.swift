import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// A server that is down, talks nonsense or means harm.
struct ServerTroubleTests {
  let tool = ToolHarness()

  init() {
    tool.environment["FIREBASE_AUTH_EMULATOR_HOST"] = "127.0.0.1:9099"
  }

  private func verify(_ answers: TransportStub.Answer...) -> (ToolHarness.Outcome, TransportStub) {
    let stub = TransportStub(answers)
    tool.network = stub
    return (tool.run("verify-phone", ToolHarness.number), stub)
  }

  @Test func aLongRefusalIsNotRepeatedWhole() {
    let long = String(repeating: "long ", count: 180_000)
    for body in [
      #"{"error":{"message":"\#(long)"}}"#, #"{"error":{"message":"OPERATION_NOT_ALLOWED : \#(long)"}}"#,
    ] {
      let (outcome, _) = verify(.json(body, status: 400))
      #expect(outcome.status != 0)
      #expect(outcome.errors.utf8.count < 10_000)
    }
  }

  @Test(
    arguments: [
      (
        .failure(.connectionRefused),
        "no server answers at http://127.0.0.1:9099\n  check the address, or start a server:  usher serve"
      ),
      (
        .failure(.nameNotResolved(host: "x.test")),
        "cannot find the server x.test\n  Check the address and the network's DNS."
      ),
      (
        .failure(.timedOut(seconds: 15)), "no answer within 15 s\n  Try again."
      ),
      (
        .failure(.cutOff),
        "the connection ended before the whole answer arrived\n  use the address for TLS:  https://127.0.0.1:9099\n  Try again."
      ),
      (
        .failure(.malformed(reason: "Received HTTP/0.9 when not allowed")),
        "the answer is not HTTP (Received HTTP/0.9 when not allowed)\n  use the address for TLS:  https://127.0.0.1:9099\n  Check the address."
      ),
      (
        .failure(.tlsFailed(reason: "OpenSSL/3.0.15: error:0A00010B:SSL routines::wrong version number")),
        "the server's answer is not TLS (OpenSSL/3.0.15: error:0A00010B:SSL routines::wrong version number)\n  Use http:// for a server without TLS."
      ),
      (
        .failure(.proxyFailed(reason: "Failed to connect to proxy.test port 3128")),
        "the proxy cannot be reached (Failed to connect to proxy.test port 3128)\n  Check --proxy and https_proxy."
      ),
      (
        .failure(.proxyRefused(status: 407)),
        "the proxy does not let the request through (it answered 407)\n  Check --proxy and https_proxy."
      ),
      (
        .failure(.cutOffSending),
        "the connection broke while the request was being sent\n  Try again: a proxy on the way may refuse so large a request."
      ),
      (
        .json(
          #"{"error":{"code":408,"message":"REQUEST_TOO_SLOW : x","status":"DEADLINE_EXCEEDED"}}"#,
          status: 408),
        "the request took too long to arrive\n  Try again over a faster connection."
      ),
      (
        .failure(.tooLarge(limit: 1 << 20)),
        "the answer is larger than 1024 KiB\n  Check the address."
      ),
      (
        .failure(.redirected(status: 302)),
        "the server redirects the request (HTTP 302), and usher does not follow\n  Name the final address with --endpoint."
      ),
      (
        .json("<html>Welcome</html>"),
        "the server's answer is not valid (HTTP 200, not the JSON that was asked for)\n  Check the address: a proxy or a sign-in page of the network may have answered."
      ),
      (
        .json("<html>Bad gateway</html>", status: 502),
        "the server's answer is not valid (HTTP 502, no error that the service knows)\n  Check the address: a proxy or a sign-in page of the network may have answered."
      ),
      (
        .json("{}"),
        "the server's answer is not valid (HTTP 200, no session info)\n  Check the address: a proxy or a sign-in page of the network may have answered."
      ),
      (
        .json(#"{"error":{"code":503,"message":"UNAVAILABLE"}}"#, status: 503),
        "the server is not available now\n  Try again later."
      ),
      (
        .json(#"{"error":{"code":503,"message":"UNAVAILABLE : no room on the server's disk"}}"#, status: 503),
        "the server is not available now (no room on the server's disk)\n  Try again later."
      ),
    ] as [(TransportStub.Answer, String)])
  func aFailureIsExplainedAndSendingNeverRetried(_ answer: TransportStub.Answer, _ message: String) {
    let (outcome, stub) = verify(answer)
    #expect(outcome == .init(69, errors: "error: \(message)\n"))
    #expect(stub.requests.count == 1)
    #expect(tool.folder.text(of: "config/state.json") == nil)
  }

  /// Only what may take all the time sends so much.
  @Test func aSendingThatTakesTooLongSaysHowFarItCame() {
    let (outcome, _) = verify(.failure(.sentInPart(sent: 5 << 20, of: 22 << 20, seconds: 60)))
    #expect(
      outcome
        == .init(
          75,
          errors: """
            error: the connection is too slow: 5120 of 22528 KiB were sent within 60 s
              Try again with a longer --timeout.

            """))
  }

  @Test(arguments: [
    ("TOO_MANY_ATTEMPTS_TRY_LATER", Int32(7)), ("QUOTA_EXCEEDED : Exceeded quota.", 7),
    ("INVALID_PHONE_NUMBER : TOO_LONG", 65), ("OPERATION_NOT_ALLOWED", 12), ("BILLING_NOT_ENABLED", 12),
    ("CAPTCHA_CHECK_FAILED", 11), ("USER_DISABLED", 10), ("SOMETHING_NEW : of tomorrow", 1),
  ])
  func aRefusalHasItsOwnExitStatus(_ message: String, _ status: Int32) {
    let (outcome, _) = verify(.json(#"{"error":{"code":400,"message":"\#(message)"}}"#, status: 400))
    #expect(outcome.status == status)
  }

  @Test func anUnknownRefusalStaysReadable() {
    let (outcome, _) = verify(
      .json(#"{"error":{"code":400,"message":"SOMETHING_NEW : of tomorrow"}}"#, status: 400))
    #expect(outcome == .init(1, errors: "error: the server refused: SOMETHING_NEW: of tomorrow\n"))
  }

  @Test func theServersWordsCannotSteerTheTerminal() {
    let words = #"NEWS : a\u001b[31m\u202eb\nhint: run this\u0007\u2028c"#
    let (outcome, _) = verify(.json(#"{"error":{"code":400,"message":"\#(words)"}}"#, status: 400))
    #expect(outcome == .init(1, errors: "error: the server refused: NEWS: a[31mb hint: run this c\n"))
    tool.network = TransportStub(.json(#"{"error":{"code":400,"message":"\#(words)"}}"#, status: 400))
    let errors = tool.run("verify-phone", ToolHarness.number, "--json").errors
    #expect(
      errors.contains(
        #""message":"the server refused: NEWS: a\u001b[31m\u202eb\nhint: run this\u0007\u2028c""#))
  }

  @Test func onlyLookupsAndRenewalsAreTriedAgain() throws {
    let token = TokenFixture.phone()
    let signedIn = TransportStub.Answer.json(
      #"{"idToken":"\#(token)","refreshToken":"r1","expiresIn":"3600"}"#)
    let account = TransportStub.Answer.json(
      #"{"users":[{"localId":"u1","phoneNumber":"+16505553434","providerUserInfo":[{"providerId":"phone"}]}]}"#
    )
    let stub = TransportStub(
      .json(#"{"sessionInfo":"s1"}"#), signedIn, .failure(.cutOff), .json("", status: 503), account)
    tool.network = stub
    #expect(tool.run("verify-phone", "+16505553434", "--code-command", "echo 654321").status == 0)
    #expect(
      stub.requests.map(\.path)
        == ["sendVerificationCode", "signInWithPhoneNumber", "lookup", "lookup", "lookup"]
        .map { "/identitytoolkit.googleapis.com/v1/accounts:" + $0 })

    tool.clock.advance(3400)
    let renewal = TransportStub(
      .failure(.connectionRefused), .json("", status: 502), .json("", status: 504))
    tool.network = renewal
    #expect(tool.run("token").status == 69)
    #expect(
      renewal.requests.map(\.path) == Array(repeating: "/securetoken.googleapis.com/v1/token", count: 3))
    let timeout = TransportStub(.failure(.timedOut(seconds: 15)))
    tool.network = timeout
    #expect(tool.run("token").status == 69)
    #expect(tool.run("whoami").status == 0)
  }

  @Test func aConfirmationIsNeverTriedAgain() {
    let stub = TransportStub(.json(#"{"sessionInfo":"s1"}"#), .failure(.cutOff))
    tool.network = stub
    tool.run("verify-phone", "+16505553434")
    #expect(tool.run("confirm-code", "654321").status == 69)
    #expect(stub.requests.count == 2)
    #expect(tool.run("pending", "list", "--field", "pending.0.id").output == "p1\n")
  }

  @Test func signedInButNotSavedIsTheTruthTold() throws {
    let tool = ToolHarness()
    tool.run("verify-phone", "+16505553434")
    // A folder where the temporary file belongs.
    tool.folder.makeFolder("config/state.json.tmp")
    let outcome = tool.run("confirm-code", "654321")
    #expect(outcome.status == 73)
    #expect(
      outcome.errors.hasPrefix(
        "error: signed in as +16505553434, but could not save the session: cannot write "))
    #expect(outcome.output == "")
  }
}
