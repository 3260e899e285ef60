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
