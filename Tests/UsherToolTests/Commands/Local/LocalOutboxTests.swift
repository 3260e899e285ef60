import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import UsherTool

struct LocalOutboxTests {
  let tool = ToolHarness()

  @Test func messagesAreListed() {
    tool.run("verify-phone", "+16505550121")
    tool.run("verify-phone", "+16505550122", "--language", "es")
    let codes = ["+16505550121", "+16505550122"].map { tool.code(for: $0) }
    #expect(
      tool.run("local", "outbox")
        == .init(
          0,
          output: """
            \(tool.clock.wallTime())  +16505550121  \(codes[0]) is your verification code for demo-usher.
            \(tool.clock.wallTime())  +16505550122  \(codes[1]) es tu código de verificación de demo-usher.

            """))
    #expect(
      tool.run("local", "outbox", "--json").steadyJSON
        == json(
          """
          {"v":1,"command":"local outbox","status":"ok","profile":"local","endpoint":"local","messages":[
          {"kind":"sms","to":"+16505550121","from":null,"reply_to":null,"code":"<code>","link":null,"subject":null,
          "text":"<code> is your verification code for demo-usher.","sent_at":"2027-01-15T08:00:00.000Z"},
          {"kind":"sms","to":"+16505550122","from":null,"reply_to":null,"code":"<code>","link":null,"subject":null,
          "text":"<code> es tu código de verificación de demo-usher.","sent_at":"2027-01-15T08:00:00.000Z"}],
          "warnings":[]}
          """))
  }

  @Test func theNewestMessageIsAtTheTop() {
    tool.run("verify-phone", "+16505550121")
    tool.run("verify-phone", "+16505550122")
    #expect(
      tool.run("local", "outbox", "--phone", "+1 650 555 0121", "--latest", "--json").steadyJSON
        == json(
          """
          {"v":1,"command":"local outbox","status":"ok","profile":"local","endpoint":"local","kind":"sms",
          "to":"+16505550121","from":null,"reply_to":null,"code":"<code>","link":null,"subject":null,
          "text":"<code> is your verification code for demo-usher.","sent_at":"2027-01-15T08:00:00.000Z",
          "warnings":[]}
          """))
    #expect(tool.run("local", "outbox", "--latest", "--field", "to").output == "+16505550122\n")
    #expect(tool.run("local", "outbox", "--latest", "--field", "link") == .init(0, output: "\n"))
    #expect(tool.run("local", "outbox", "--latest", "--field", "messages.0.code", "--quiet") == .init(1))
  }

  @Test func noMessageIsAFailureWhereOneIsWanted() {
    #expect(
      tool.run("local", "outbox") == .init(0, errors: "No messages for project demo-usher.\n"))
    #expect(
      tool.run("local", "outbox", "--latest")
        == .init(1, errors: "error: no message was sent\n  Wait for one with --wait.\n"))
    #expect(
      tool.run("local", "outbox", "--latest", "--phone", "+16505550121", "--field", "code")
        == .init(1, errors: "error: no message was sent to +16505550121\n  Wait for one with --wait.\n"))
    #expect(tool.run("local", "outbox", "--phone", "0650").status == 65)
  }

  @Test func waitingEndsWhenAMessageComes() {
    let number = "+16505550121"
    let start = tool.clock.now
    let tool = self.tool
    var pauses = 0
    tool.onPause = {
      pauses += 1
      if pauses == 3 { tool.run("verify-phone", number) }
    }
    #expect(
      tool.run("local", "outbox", "--phone", number, "--latest", "--wait", "5s", "--field", "to").output
        == number + "\n")
    #expect(pauses == 3)
    #expect(tool.clock.now.timeIntervalSince(start) < 1)
    tool.onPause = nil
  }

  @Test func waitingEndsWithItsTime() {
    let start = tool.clock.now
    let outcome = tool.run("local", "outbox", "--latest", "--wait", "5s")
    #expect(
      outcome == .init(75, errors: "error: no message was sent\n  Try again with a longer --wait.\n"))
    #expect(tool.clock.now.timeIntervalSince(start) >= 5)
    #expect(tool.clock.now.timeIntervalSince(start) < 6)
  }

  @Test func afterWaitingTheHintIsWhatElseWasSent() {
    tool.run("verify-phone", "+16505550121")
    #expect(
      tool.run("local", "outbox", "--latest", "--phone", "+16505550122", "--wait", "1s")
        == .init(
          75,
          errors: """
            error: no message was sent to +16505550122
              see the messages to others:  usher local outbox

            """))
  }

  @Test func productionHasNoOutbox() {
    tool.environment = tool.environment.merging(["USHER_API_KEY": "k", "USHER_PROJECT": "acme"]) { $1 }
    tool.network = TransportStub()
    for words in [
      ["outbox"], ["reset", "--yes"], ["test-number", "list"], ["test-number", "remove", "+16505550121"],
    ] {
      #expect(
        tool.run(["local"] + words)
          == .init(
            64,
            errors:
              "error: production is not a local server\n  Use --endpoint local, or the URL of a running serve.\n"
          ))
    }
  }

  @Test func firebasesEmulatorShowsItsCodes() {
    tool.environment["FIREBASE_AUTH_EMULATOR_HOST"] = "127.0.0.1:9099"
    let stub = TransportStub(
      .json("Not Found", status: 404),
      .json(#"{"verificationCodes":[{"phoneNumber":"+16505550121","code":"123456","sessionInfo":"s"}]}"#))
    tool.network = stub
    #expect(tool.run("local", "outbox", "--latest", "--field", "code") == .init(0, output: "123456\n"))
  }

  @Test func aNarrowTerminalBreaksNoCodeAndNoLink() {
    let link =
      "http://127.0.0.1:9099/emulator/action?mode=signIn&oobCode=\(String(repeating: "x", count: 40))"
    let sms = OutboxMessage(
      kind: "sms", to: "+16505550121", code: "073403",
      text: "073403 is your verification code for demo-usher.",
      sentAt: "2027-01-15T08:00:00.000Z")
    let mail = OutboxMessage(
      kind: "email", to: "kim@example.com", link: link, text: "Hello,\n\nTo sign in, open:\n\(link)\n",
      sentAt: "2027-01-15T08:00:00.000Z")
    let (now, time) = (tool.clock.now, tool.clock.wallTime())
    #expect(
      sms.lines(columns: 40, at: now) == [
        "\(time)  +16505550121", "  073403 is your verification code for demo-usher.",
      ])
    #expect(
      mail.lines(columns: 60, at: now) == [
        "\(time)  kim@example.com", "  Hello,", "  To sign in, open:", Text(verbatim: "  " + link),
      ])
    for columns in [200, nil] {
      #expect(
        sms.lines(columns: columns, at: now) == [
          "\(time)  +16505550121  073403 is your verification code for demo-usher."
        ])
    }
  }
}
