import Testing

@testable import CommandKit

@Suite struct SplitLineTests {
  @Test(arguments: [
    ("", []),
    ("  \t ", []),
    ("send me", ["send", "me"]),
    ("  send \t me  ", ["send", "me"]),
    (#"send 'two words' "and more""#, ["send", "two words", "and more"]),
    (#"send '' """#, ["send", "", ""]),
    (#"on'e wo'rd"#, ["one word"]),
    (#"a\ b \'c\" \\"#, ["a b", #"'c""#, #"\"#]),
    (#"'a\b' "a\b" "\"\\\$\`" 'it'\''s'"#, [#"a\b"#, #"a\b"#, #""\$`"#, "it's"]),
    ("https://x.example/a?b=c&d=e#f", ["https://x.example/a?b=c&d=e#f"]),
    ("$HOME ~ *.txt $(id) `id`", ["$HOME", "~", "*.txt", "$(id)", "`id`"]),
    ("'é ÿ'\u{301} 日本", ["é ÿ\u{301}", "日本"]),
    ("a\u{3000}b\u{A0}c", ["a", "b", "c"]),
  ])
  func aLineIsSplitAsShellsDo(line: String, words: [String]) {
    let split = SplitLine(line)
    #expect(split.words == words)
    #expect(split.problem == nil)
    #expect(split.comment == "")
  }

  @Test(arguments: [
    ("# all of it", [], " all of it"),
    ("send me # later 'or", ["send", "me"], " later 'or"),
    ("send '# not' me#too \\#nor", ["send", "# not", "me#too", "#nor"], ""),
  ])
  func aCommentIsNoWord(line: String, words: [String], comment: String) {
    let split = SplitLine(line)
    #expect(split.words == words)
    #expect(split.comment == comment)
    #expect(split.problem == nil)
  }

  @Test(
    arguments: [
      ("send 'me and", ["send", "me and"], .openQuote("'")),
      (#"send "me\""#, ["send", #"me""#], .openQuote("\"")),
      (#"send me\"#, ["send", "me"], .openBackslash),
      ("token | pbcopy", ["token", "|", "pbcopy"], .shellOperator("|")),
      ("token > file", ["token", ">", "file"], .shellOperator(">")),
      ("whoami && token", ["whoami", "&&", "token"], .shellOperator("&&")),
      ("name '|' \\>", ["name", "|", ">"], nil),
      ("whoami; token", ["whoami;", "token"], .shellOperator(";")),
      ("whoami ;token", ["whoami", ";token"], .shellOperator(";")),
      (
        "name 'a;b' https://x.example/?a=b&amp;c=d https://x.example/a;b",
        [
          "name", "a;b", "https://x.example/?a=b&amp;c=d", "https://x.example/a;b",
        ], nil
      ),
    ] as [(String, [String], SplitLine.Problem?)])
  func whatCannotBeMeantIsSaid(line: String, words: [String], problem: SplitLine.Problem?) {
    #expect(SplitLine(line).words == words)
    #expect(SplitLine(line).problem == problem)
  }

  @Test(arguments: [
    ("", ""), ("se", "se"), ("send ", ""), ("send m", "m"), ("send 'a b", "'a b"), ("send 'a b'", "'a b'"),
    ("send 'a' ", ""), (#"send a\ b"#, #"a\ b"#), ("send # no", ""), (#"send ""#, #"""#),
  ])
  func theWordThatIsBeingTypedIsKnownAsItStands(line: String, word: String) {
    #expect(SplitLine(line).unfinished == word)
  }

  @Test(arguments: [["a b", "", "it's", #"\"#, "#x", "|", "é", "plain"]])
  func whatIsQuotedForAShellIsReadBack(words: [String]) {
    let split = SplitLine(words.shellLine)
    #expect(split.words == words)
    #expect(split.problem == nil)
  }
}
