import IdentityToolkit
import Testing

@Suite struct LanguageTagTests {
  @Test(arguments: [
    ("de", "de"), ("PT-br", "pt-BR"), ("ZH-hant-tw", "zh-Hant-TW"), ("es-419", "es-419"), ("fil", "fil"),
    ("sl-rozaj-biske-1994", "sl-rozaj-biske-1994"), ("zh-cmn-hans-cn", "zh-cmn-Hans-CN"),
    ("de-DE-u-CO-phonebk", "de-DE-u-co-phonebk"), ("en-a-bbb-x-a-ccc", "en-a-bbb-x-a-ccc"),
    ("x-whatever", "x-whatever"), ("de-ch-1901", "de-CH-1901"), ("abcdefgh", "abcdefgh"),
  ])
  func aTagIsReadInItsUsualCase(text: String, tag: String) {
    #expect(LanguageTag(text)?.text == tag)
  }

  @Test(arguments: [
    "", "-", "d", "xx yy", "de-", "-de", "de--DE", "de_DE", "español", "de-DE-DE", "de-1", "abcdefghi",
    "de-419-DE", "en-a", "en-a-b", "en-a-bbb-a-ccc", "de-1901-1901", "x", "x-", "de-x", "419-de", "de\n",
    "ｄｅ", "&x=<script>", "de-" + String(repeating: "abcdefgh-", count: 20) + "x-a",
  ])
  func whatIsNoTagIsRefused(text: String) {
    #expect(LanguageTag(text) == nil)
  }

  @Test(arguments: [
    ("pt_BR.UTF-8", "pt-BR"), ("es_ES.ISO-8859-15@euro", "es-ES"), ("sr_RS@latin", "sr-RS"),
    ("zh_Hans_SG", "zh-Hans-SG"), ("zh-tw", "zh-TW"), ("vi", "vi"), ("en_US_POSIX", "en-US-posix"),
    ("C", nil),
    ("C.UTF-8", nil), ("POSIX", nil), ("POSIX.UTF-8", nil), ("", nil), (".UTF-8", nil), ("../es", nil),
  ])
  func aLocaleHasALanguage(locale: String, tag: String?) {
    #expect(LanguageTag(locale: locale)?.text == tag)
  }

  @Test func lookupDropsWhatIsMorePrecise() {
    #expect(LanguageTag("zh-hant-tw")?.lookup == ["zh-Hant-TW", "zh-Hant", "zh"])
    #expect(LanguageTag("de-DE-x-a-bb-cc")?.lookup == ["de-DE-x-a-bb-cc", "de-DE-x-a-bb", "de-DE", "de"])
    #expect(LanguageTag("x-a")?.lookup == ["x-a"])
  }
}
