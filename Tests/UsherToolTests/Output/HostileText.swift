/// Text as somebody would write it who means to steer a terminal, forge a line, or hide what is there.
enum HostileText {
  /// Always the same two hundred: every piece alone between letters, a very long one, then mixtures.
  static let all: [String] = {
    var dice = Dice()
    let alone = pieces.map { "a" + $0 + "z" } + [String(repeating: "long ", count: 2_000)]
    return alone
      + (alone.count..<200).map { _ in
        (0..<dice.roll(2...6)).map { _ in letters[dice.roll(0...4)] + pieces[dice.roll(0...pieces.count - 1)]
        }
        .joined()
      }
  }()

  /// The same, five in each, for what takes long.
  static let chunks: [String] = stride(from: 0, to: all.count, by: 5).map { start in
    all[start..<min(start + 5, all.count)].joined(separator: "-")
  }

  private static let letters = ["a", "B", "7", " ", "é"]

  /// A line of ours, as a foreign text would have it.
  static let forgedLine = "error: forged"

  private static let pieces: [String] =
    (0x00...0x1F).map(character) + (0x7F...0x9F).map(character)
    + [0x061C, 0x200E, 0x200F].map(character) + (0x202A...0x202E).map(character)
    + (0x2066...0x2069).map(character)
    + [0xAD, 0x200B, 0x200C, 0x200D, 0x2028, 0x2029, 0x2060, 0xFEFF, 0xE0041, 0xFFFD, 0xFFFF, 0x10FFFF].map(
      character)
    + [
      // Colour, the screen's end, a title, a link, the clipboard, a string for the device, a report asked for.
      "\u{1B}[31m", "\u{1B}[2J\u{1B}[H", "\u{1B}]0;title\u{07}",
      "\u{1B}]8;;https://evil.example\u{1B}\\click\u{1B}]8;;\u{1B}\\", "\u{1B}]52;c;ZXZpbA==\u{07}",
      "\u{1B}P+q544e\u{1B}\\", "\u{1B}[6n", "\u{9B}31m", "\u{9D}0;title\u{9C}",
      // What ends a line, and what writes over one.
      "\n" + forgedLine, "\r\n" + forgedLine, "\r" + forgedLine, "\u{85}" + forgedLine, "\u{08}\u{08}\u{08}",
      // What is taken for a format, a shell's words, markup.
      "%n%s%1$n", "$(touch x)`touch x`", "'; \"", "\\", "<script>", "&amp;",
      // Sequences of more than one scalar, and much of everything.
      "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇦🇶", "e" + String(repeating: "\u{0301}", count: 50), "日本語", "العربية",
      String(repeating: "long ", count: 50),
    ]

  private static func character(_ value: Int) -> String {
    Unicode.Scalar(UInt32(value)).map { String($0) } ?? ""
  }

  /// Numbers that look random and are the same every time.
  private struct Dice {
    private var state: UInt64 = 20_261_122

    mutating func roll(_ range: ClosedRange<Int>) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + Int((state >> 33) % UInt64(range.count))
    }
  }
}

extension String {
  /// Whether nothing in it could steer a terminal, hide in a line or reorder it, nor is a line of it forged.
  var isHarmless: Bool {
    let isForged = split(separator: "\n").contains { $0.hasPrefix(HostileText.forgedLine) }
    return !isForged && !unicodeScalars.contains { $0.endsLine || $0.properties.generalCategory == .format }
  }

  /// Whether nothing in it could steer a terminal or reorder a line; what a line merely hides is for scripts to have.
  var isHarmlessJSON: Bool {
    !unicodeScalars.contains { $0.endsLine || $0.properties.isBidiControl }
  }
}

extension Unicode.Scalar {
  /// Or does more: a control character, or what text of several lines has in place of a newline.
  fileprivate var endsLine: Bool {
    switch properties.generalCategory {
    case .control: self != "\n"
    case .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
