import IdentityToolkit
import Testing

@testable import AuthServer

@Suite struct MessageLanguageTests {
  @Test(arguments: [
    (nil, "en"), ("", "en"), ("tlh", "en"), ("x y", "en"), ("en-GB", "en"), ("es-419", "es"), ("VI", "vi"),
    ("fr", "fr"), ("fr-CA", "fr"), ("de-AT-1996", "de"), ("pt", "pt-BR"), ("pt-PT", "pt-BR"),
    ("pt_BR", "pt-BR"), ("zh", "zh"), ("zh-CN", "zh"), ("zh-Hans-TW", "zh"), ("zh-TW", "zh-TW"),
    ("zh-Hant", "zh-TW"), ("zh-Hant-HK", "zh-TW"), ("zh-HK", "zh-TW"), ("in-ID", "id"), ("uk-UA", "uk"),
  ])
  func theNearestLanguageIsTaken(locale: String?, tag: String) {
    #expect(MessageLanguage.nearest(to: locale).tag == tag)
  }

  @Test func everyLanguageGoesByItsOwnTag() {
    #expect(
      MessageLanguage.all.map(\.tag) == [
        "de", "en", "es", "fr", "id", "it", "ja", "ko", "pl", "pt-BR", "ru", "tr", "uk", "vi", "zh", "zh-TW",
      ])
    for language in MessageLanguage.all {
      #expect(([language.tag] + language.otherTags).allSatisfy { LanguageTag($0)?.text == $0 })
      #expect(MessageLanguage.nearest(to: language.tag) == language)
    }
  }

  @Test(arguments: MessageLanguage.all)
  func everyTextIsThereAndNamesWhatTheEnglishOneNames(language: MessageLanguage) {
    for (text, english) in zip(language.texts, MessageLanguage.english.texts) {
      #expect(!text.isEmpty)
      #expect(names(in: text) == names(in: english), "\(text)")
      #expect(language == .english || text != english, "\(text)")
    }
  }

  @Test func whatAValueHoldsIsNotLookedInto() {
    let template = MessageTemplate(text: "{email} at {project}, {nothing}{")
    #expect(template.filled(with: ["email": "{project}@x.y", "project": "p"]) == "{project}@x.y at p, {")
  }

  /// The names of a text's placeholders, each as often as it is there.
  private func names(in text: String) -> [Substring] {
    text.matches(of: /\{([A-Za-z]*)\}/).map(\.output.1).sorted()
  }
}

extension MessageLanguage {
  fileprivate var texts: [String] {
    let mails = [signIn, resetPassword, verifyEmail, changeEmail, recoverEmail, revertSecondFactor]
    return [sms, greeting, farewell] + mails.flatMap { [$0.subject, $0.request, $0.otherwise] }
  }
}
