import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// The language that messages are asked for in.
struct LanguageTests {
  let tool = ToolHarness()

  @Test(arguments: [
    "de", "en", "es", "fr", "id", "it", "ja", "ko", "pl", "pt-BR", "ru", "tr", "uk", "vi", "zh", "zh-TW",
  ])
  func aWholeMessageInAnyLanguageFinishesASignIn(_ language: String) throws {
    tool.run("verify-phone", ToolHarness.number, "--language", language)
    let text = tool.run("local", "outbox", "--latest", "--field", "text").output
    #expect(tool.run("confirm-code", text).status == 0, "\(text)")
  }

  @Test func theLocaleChoosesTheLanguageIfNothingElseDoes() throws {
    let stub = TransportStub(Array(repeating: .json(#"{"sessionInfo":"s1"}"#), count: 5))
    tool.network = stub
    // Another number each time, because usher does not send a second code within a minute.
    func language(_ options: String...) -> String? {
      let number = "+1650555000\(stub.requests.count)"
      let words = ["verify-phone", number, "--endpoint", "http://127.0.0.1:9099"] + options
      #expect(tool.run(words).status == 0)
      return stub.requests.last?.headers["X-Firebase-Locale"]
    }
    tool.environment["LANG"] = "vi_VN.UTF-8"
    #expect(language() == "vi")
    tool.environment["LANGUAGE"] = "zh_HK:vi"
    #expect(language() == "zh-TW")
    tool.folder.write(#"{"language": "fr"}"#, to: "config/config.json", mode: 0o644)
    #expect(language() == "fr")
    tool.environment["USHER_LANGUAGE"] = "it"
    #expect(language() == "it")
    #expect(language("--language", "en") == "en")
  }

  @Test(arguments: ["xx yy", "de_DE", "español", "e", "de-", ""])
  func whatIsNoLanguageTagIsRefused(_ tag: String) {
    let outcome = tool.run("verify-phone", ToolHarness.number, "--language", tag)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("must be a language tag, like es or pt-BR"))
    #expect(tool.run("config", "set", "language", tag).status != 0)
    tool.environment["USHER_LANGUAGE"] = tag
    #expect(tool.run("verify-phone", ToolHarness.number).status == 78)
    tool.environment["USHER_LANGUAGE"] = nil
    #expect(tool.sentMessages == 0)
  }
}
