import Testing

@testable import usher_pages

@Suite struct SourceTextsTests {
  typealias Entry = SourceTexts.Entry

  private func entries(_ source: String, hasTexts: Bool = true) -> [Entry] {
    SourceTexts(source, hasTexts: hasTexts).entries
  }

  private func formats(_ source: String, hasTexts: Bool = true) -> [String] {
    entries(source, hasTexts: hasTexts).map(\.format)
  }

  // MARK: - Formats

  @Test func interpolationsAreNumberedAndPercentSignsDoubled() {
    #expect(
      entries(#"say("\(name) used \(count) of 100% today")"#)
        == [Entry(format: "%1$@ used %2$@ of 100%% today", arguments: ["name", "count"])])
  }

  @Test func interpolationsMayHoldParenthesesStringsAndClosures() {
    let source = #"""
      say("the project \(ids.map { "(\($0)\")" }.first ?? ")") is new")
      """#
    #expect(
      entries(source)
        == [
          Entry(
            format: "the project %1$@ is new", arguments: [#"ids.map { "(\($0)\")" }.first ?? ")""#])
        ])
  }

  @Test func escapesAreTheirCharacters() {
    #expect(formats(#"say("a \"b\" \\ c\n\td \u{e9}\u{1F511}")"#) == ["a \"b\" \\ c\n\td é🔑"])
    #expect(formats(##"say(#"a "b" \n \#(c)"#)"##) == [#"a "b" \n %1$@"#])
  }

  @Test func joinedLiteralsAreOneText() {
    let source = #"""
      say("\(a) is longer " // than a line
        + "than \(b)")
      """#
    #expect(entries(source) == [Entry(format: "%1$@ is longer than %2$@", arguments: ["a", "b"])])
  }

  @Test func aNumberHasTwoForms() {
    let source = #"""
      Text(counting: n, one: "\(n) code of \(who)", other: "\(n) codes of \(who)")
      Text(counting: n, one: Text("once"), other: "\(n) times")
      """#
    #expect(
      entries(source)
        == [
          Entry(format: "%1$@ code of %2$@", plural: "%1$@ codes of %2$@", arguments: ["n", "who"]),
          Entry(format: "once", plural: "%1$@ times", arguments: ["n"]),
        ])
  }

  @Test func textsInAnInterpolationAreTextsOfTheirOwn() {
    #expect(
      formats(#"Text("\(isSaved ? Text("saved") : Text("lost")): \(name)")"#) == [
        "%1$@: %2$@", "saved", "lost",
      ])
  }

  // MARK: - What is a text

  @Test func wordsBesideEachOtherAreProse() {
    #expect(
      formats(
        #"say("no user", "lacks \(x)", "check --project", "Copied.", "auth/none", "--as NAME", "\(a): \(b)")"#
      )
        == ["no user", "lacks %1$@", "check --project"])
  }

  @Test func anythingInTextIsOne() {
    let source =
      #"Text("Copied."), Text(isOn ? "on" : "off"), Text("\(a): \(b)"), Text(verbatim: "a name"), say("a word")"#
    #expect(formats(source, hasTexts: false) == ["Copied.", "on", "off", "%1$@: %2$@"])
    #expect(formats(#"Hint("finish", ["usher", "confirm-code"])"#) == ["finish"])
  }

  @Test func commentsAndLongLiteralsHaveNone() {
    let source = #"""
      // say("a comment")
      /* say("a comment") /* say("in it") */ say("a comment") */
      let manual = """
        A page "with quotes" and \(count(of: "two words")) more.
        """
      """#
    #expect(formats(source) == [])
  }

  @Test func theValueOfAStringIsNone() {
    let source = #"""
      static let name = "project users"
      let script: String = isOld ? "exec less" : "exec more"
      case web = "web configuration"
      var form: String? {
        switch self {
        case nil: "a name or nothing"
        }
      }
      func form(of x: Int) -> String { "a name" }
      var sentence: Text { "this is one" }
      func sentence(of x: Int) -> Text { "this is another one" }
      """#
    #expect(formats(source) == ["this is one", "this is another one"])
  }

  @Test func whatTakesNoTextsHasNone() {
    let source = #"""
      Example("usher signin google", "Sign in at Google.")
      static let discussion = say("of the manual")
      guard isSafe else { fatalError("this cannot be") }
      CommandGroup("project users", abstract: "Manage accounts.")
      """#
    #expect(formats(source) == ["Manage accounts."])
  }

  // MARK: - Faults

  @Test func partsOfSentencesAreFound() {
    let source = #"""
      say("the account is \(isOn ? "on" : "off") now")
      say("there is no profile " + name)
      say("the file \(path ?? "without a name") is new")
      say("run \(tool + " --help") or \(names.joined(separator: ", ")), says \(environment["TERM"])")
      say("the account \(Text("is on")) now", "two literals "
        + "are one text")
      """#
    #expect(
      SourceTexts(source, hasTexts: true).faults
        == [
          .fragment("on", line: 1), .fragment("off", line: 1),
          .fragment("there is no profile ", line: 2), .fragment("without a name", line: 3),
        ])
  }

  @Test func bothFormsHaveTheSameArguments() {
    let source = #"Text(counting: n, one: "one code of \(who)", other: "\(n) codes of \(who)")"#
    #expect(
      SourceTexts(source, hasTexts: true).faults
        == [.otherArguments("%1$@ codes of %2$@", line: 1)])
  }

  // MARK: - The template

  @Test func theTemplateHasEveryTextOnce() {
    let template = TextTemplate([
      "Sources/A.swift": SourceTexts(#"Text("Copied."), Text("a\nb \(x   .y)")"#, hasTexts: false),
      "Sources/B.swift": SourceTexts(
        #"Text("Copied."), Text(counting: n, one: "one \"try\"", other: "\(n) tries")"#, hasTexts: false),
    ])
    let entries = #"""

      #: Sources/A.swift
      #: Sources/B.swift
      msgid "Copied."
      msgstr ""

      #. %1$@: x .y
      #: Sources/A.swift
      #, objc-format
      msgid ""
      "a\n"
      "b %1$@"
      msgstr ""

      #. %1$@: n
      #: Sources/B.swift
      #, objc-format
      msgid "one \"try\""
      msgid_plural "%1$@ tries"
      msgstr[0] ""
      msgstr[1] ""

      """#
    #expect(template.text.hasSuffix("8bit\\n\"\n" + entries))
    #expect(template.faults == [])
  }

  @Test func aTextHasOnePlural() {
    let source = #"""
      Text(counting: n, one: "one", other: "\(n)")
      Text(counting: n, one: "one", other: "some")
      """#
    #expect(
      TextTemplate(["Sources/A.swift": SourceTexts(source, hasTexts: false)]).faults
        == ["Sources/A.swift: this text has another plural elsewhere: one"])
  }
}
