import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// Runs that ended after the server had done its part and before that was saved: the next try finds out.
struct InterruptedRunTests {
  let tool = ToolHarness()
  private let number = ToolHarness.number

  /// Runs a command that is killed before it saves what the server did.
  private func runKilled(_ words: String...) {
    let before = tool.folder.text(of: "config/state.json") ?? ""
    #expect(tool.run(words).status == 0)
    tool.folder.write(before, to: "config/state.json")
  }

  // MARK: Enrollments

  @Test func anAuthenticatorAppThatIsEnrolledIsFound() {
    tool.signInByLink()
    tool.run("mfa", "enroll", "totp", "--secret-file", tool.totpFile, "--name", "pixel")
    runKilled("confirm-code", tool.totpCode())
    tool.clock.advance(30)
    #expect(
      tool.run("confirm-code", tool.totpCode())
        == .init(0, output: "Enrolled \"pixel\" as a second factor of kim@example.com.\n"))
    #expect(tool.run("pending", "list").output == "")
    #expect(tool.run("whoami", "--field", "account.mfa.0.name").output == "pixel\n")
    #expect(tool.factorIDs().count == 1)
  }

  @Test func anEnrollmentThatIsBegunAnewFindsItToo() {
    tool.signInByLink()
    tool.run("mfa", "enroll", "totp", "--secret-file", tool.totpFile)
    runKilled("confirm-code", tool.totpCode())
    #expect(
      tool.run("mfa", "enroll", "totp", "--secret-file", tool.folder.path + "/new")
        == .init(
          9,
          errors:
            "error: the account already has an authenticator app\n  see the second factors:  usher mfa list\n"
        ))
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func anAppThatSomebodyElseEnrolledIsNotTakenForThisOne() {
    tool.signInByLink()
    tool.signInByLink(as: "other")
    tool.run("mfa", "enroll", "totp", "--secret-file", tool.folder.path + "/mine")
    tool.enrollTOTP(as: "other")
    let code = tool.run("mfa", "code", "--secret-file", tool.folder.path + "/mine").lines.first ?? ""
    let outcome = tool.run("confirm-code", code, "--as", "default", "--json")
    #expect(outcome.status == 9)
    #expect(outcome.json?["error"]?["message"] == "the account already has an authenticator app")
    #expect(
      outcome.json?["error"]?["next_step"] == [
        "argv": ["usher", "mfa", "list", "--as", "default"], "needs": [],
      ])
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func aPhoneThatIsEnrolledIsFoundAfterTheNextSignIn() {
    tool.signInByLink()
    tool.run("mfa", "enroll", "sms", number, "--name", "work")
    tool.clock.advance(1)
    let code = tool.code()
    runKilled("confirm-code", code)
    // The enrollment ended the session that was saved, as far as its next renewal.
    let state = (tool.folder.text(of: "config/state.json") ?? "").replacing(
      /"expires_at": "[^"]*"(,\s*"id_token")/
    ) { #""expires_at": "2020-01-01T00:00:00Z""# + $0.output.1 }
    tool.folder.write(state, to: "config/state.json")
    #expect(
      tool.run("confirm-code", code)
        == .init(
          4,
          errors: """
            error: the server ended the session; enrolling a phone does that
              sign in again:                  usher signin
              check whether it was enrolled:  usher confirm-code --pending p2

            """))
    tool.clock.advance(60)
    #expect(tool.signInByLink().status == 3)
    #expect(tool.run("mfa", "challenge").status == 0)
    #expect(tool.run("confirm-code", tool.code(), "--pending", "p4").status == 0)
    #expect(
      tool.run("confirm-code", code)
        == .init(0, output: "Enrolled \"work\" as a second factor of kim@example.com.\n"))
    #expect(tool.run("pending", "list").output == "")
    #expect(tool.factorIDs().count == 1)
  }

  // MARK: Numbers and addresses

  @Test(arguments: ["--link", "--update"]) func aNumberThatTheAccountHasIsFound(_ purpose: String) {
    let other = "+16505550199"
    if purpose == "--link" { tool.signInByLink() } else { tool.signIn(other) }
    tool.clock.advance(61)
    tool.run("verify-phone", purpose, number)
    let code = tool.code()
    runKilled("confirm-code", code)
    let again = tool.run("confirm-code", code, "--json")
    #expect(again.status == 0)
    #expect(again.json?["account"]?["phone"] == .string(number))
    #expect(tool.run("whoami", "--field", "account.phone").output == number + "\n")
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func anAddressThatTheAccountHasIsFound() {
    tool.signIn()
    tool.run("send-link", ToolHarness.email, "--link")
    let link = tool.link()
    runKilled("complete-link", link)
    let again = tool.run("complete-link", link, "--json")
    #expect(again.status == 0)
    #expect(again.json?["account"]?["email"] == .string(ToolHarness.email))
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func aSignInThatIsLostSaysSoAndCanBeBegunAtOnce() {
    tool.run("verify-phone", number)
    let code = tool.code()
    runKilled("confirm-code", code)
    #expect(
      tool.run("confirm-code", code)
        == .init(
          6,
          errors: """
            error: this code was already used, or the server does not know it
              get a new code:  usher verify-phone \(number)

            """))
    #expect(tool.run("verify-phone", number, "--field", "sent").output == "true\n")
    #expect(tool.run("confirm-code", tool.code()).status == 0)
  }

  // MARK: Second factors

  @Test func aSecondFactorsMessageThatIsUsedUpIsFollowedByAnotherAtOnce() {
    tool.signUpVerified()
    tool.enrollSMS(number)
    let id = tool.factorIDs()[0]
    tool.clock.advance(61)
    tool.firstFactor()
    tool.run("mfa", "challenge")
    let code = tool.code()
    runKilled("confirm-code", code)
    #expect(
      tool.run("confirm-code", code)
        == .init(
          6,
          errors: """
            error: this code was already used, or the server does not know it
              get a new code:
                usher mfa challenge \(id) --pending p3

            """))
    // The first factor still counts.
    #expect(tool.run("mfa", "challenge", "--field", "sent").output == "true\n")
    #expect(tool.run("confirm-code", tool.code()).status == 0)
  }

  @Test func anAppsCodeThatALostAnswerUsedUpIsNotCalledWrong() throws {
    tool.signUpVerified()
    tool.enrollTOTP()
    tool.clock.advance(30)
    let network = try LosingNetwork(tool, loses: "mfaSignIn:finalize")
    tool.environment["USHER_ENDPOINT"] = "http://127.0.0.1:1"
    tool.network = network
    tool.firstFactor()
    let code = tool.totpCode()
    #expect(tool.run("confirm-code", code).status == 69)
    #expect(
      tool.run("confirm-code", code)
        == .init(
          5,
          errors: """
            error: this code is wrong, or an earlier try that was interrupted has used it
              Wait for the app's next code: each code works once.

            """))
    // That was an answer: now it is wrong like any other.
    #expect(tool.run("confirm-code", code).errors.hasPrefix("error: that code is not right\n"))
    tool.clock.advance(30)
    #expect(tool.run("confirm-code", tool.totpCode()).status == 0)
    #expect(tool.firebaseClaim("sign_in_second_factor") == "totp")
  }
}

/// A network with the local server at its other end, which loses the first answer to one call.
private final class LosingNetwork: HTTPTransport, @unchecked Sendable {
  private let server: EmbeddedTransport
  private var lost: String?

  /// - Parameter call: the end of its path.
  init(_ tool: ToolHarness, loses call: String) throws {
    server = EmbeddedTransport(
      IdentityToolkitServer(
        store: try Store(at: .file(path: tool.configFolder + "/local.db")), project: "demo-usher",
        policy: .strict, clock: { [clock = tool.clock] in clock.now }, random: SecureRandom.bytes,
        pause: { _ in }, version: "0"))
    lost = call
  }

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    let response = try server.send(request)
    guard let lost, request.path.hasSuffix(lost) else { return response }
    self.lost = nil
    throw .cutOff
  }
}
