import LibC
import Synchronization
import TestSupport
import Testing

/// Locales in which other programs have been surprised: another upper case of i, another encoding.
@Suite struct LocaleTests {
  private let usher = Usher()

  /// What `localedef` makes takes a second of processor time each, so all tests share it.
  private static let locales = TemporaryFolder()
  private static let made = Mutex<Set<String>>([])

  /// The tool where `locale` is the system's, which few machines have: it is made for the tests.
  private func usher(in locale: String) throws -> Usher {
    var usher = usher
    if let dot = locale.firstIndex(of: ".") {
      let character = locale.hasSuffix("eucJP") ? "EUC-JP" : "UTF-8"
      let path = Self.locales.path(of: locale)
      try Self.made.withLock { made in
        guard made.insert(locale).inserted else { return }
        // It complains of characters that the encoding lacks, and makes the locale.
        _ = try Program("localedef", "-c", "-i", String(locale[..<dot]), "-f", character, path).run()
      }
      try #require(access(path + "/LC_CTYPE", R_OK) == 0, "localedef made no \(locale)")
    }
    usher.environment["LOCPATH"] = Self.locales.path
    (usher.environment["LC_ALL"], usher.environment["LANG"]) = (locale, locale)
    return usher
  }

  @Test(arguments: ["C", "tr_TR.UTF-8", "ko_KR.UTF-8", "ja_JP.eucJP"])
  func aPersonTypesAndReadsTheSame(locale: String) throws {
    let usher = try usher(in: locale)
    let terminal = try PseudoTerminal()
    var launch = usher.launch("signin")
    launch.environment["TERM"] = "xterm"
    (launch.terminal, launch.output, launch.errors) = (terminal, .nothing, .nothing)
    let program = launch.start()
    try terminal.screen(upTo: "Number, address or provider: ")
    // Upper case on purpose, and what is taken back again.
    terminal.type("日本é\u{7F}\u{7F}\u{7F}ANONYMOUSI\u{7F}\r")
    try terminal.screen(upTo: "Signed in as anonymous")
    #expect(program.wait().status == 0)
  }

  /// The locales need not be installed.
  @Test(arguments: ["es", "fr", "ja", "pt_BR", "vi", "zh_CN", "zh_TW"])
  func aPersonIsAskedInTheirLanguage(_ language: String) throws {
    let texts = try TranslationFile(language + ".po").entries
    func translation(_ text: String) throws -> String { try #require(texts[text]?.translations.first) }
    let terminal = try PseudoTerminal()
    var launch = usher.launch("signin")
    let locale = language + ".UTF-8"
    launch.environment.merge(["TERM": "xterm", "LC_ALL": locale, "LANG": locale]) { $1 }
    (launch.terminal, launch.output, launch.errors) = (terminal, .nothing, .nothing)
    let program = launch.start()
    try terminal.screen(upTo: try translation("Number, address or provider: "))
    terminal.type("anon\t\r")
    #expect(program.wait().status == 0)
  }

  /// The first page of help leaves room for a prompt on the smallest usual terminal, in every language.
  @Test(arguments: ["es", "fr", "ja", "pt_BR", "vi", "zh_CN", "zh_TW"])
  func helpFitsATerminal(_ language: String) throws {
    var usher = usher
    usher.environment.merge(["LC_ALL": language + ".UTF-8", "COLUMNS": "80"]) { $1 }
    let help = usher.run("help")
    #expect(help.output != self.usher.run("help").output)
    #expect(
      help.output.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 22, "\(help.output)")
  }

  @Test(arguments: ["C", "tr_TR.UTF-8", "ja_JP.eucJP"]) func aScriptGetsTheSame(locale: String) throws {
    let other = try usher(in: locale)
    #expect(other.run("verify-phone", "+16505553434", "--code-command", "echo 654321").status == 0)
    #expect(other.run("account", "update", "--display-name", "İıI 日本").status == 0)
    #expect(other.run("whoami", "--json") == usher.run("whoami", "--json"))
    #expect(other.run("whoami", "--field", "account.display_name").line == "İıI 日本")
    for words in [["help"], ["help", "exit-codes"], ["status"], ["SIGNIN"], ["signın"]] {
      #expect(other.run(words) == usher.run(words), "\(words)")
    }
  }
}
