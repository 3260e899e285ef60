import Essentials
import Testing

/// Everything that is never shown, written down apart from the code's own rule.
private let forbidden: [ClosedRange<UInt32>] = [
  0x00...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x34F...0x34F, 0x600...0x605, 0x61C...0x61C, 0x6DD...0x6DD,
  0x70F...0x70F, 0x890...0x891, 0x8E2...0x8E2, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F,
  0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164...0x3164, 0xFE00...0xFE0F, 0xFEFF...0xFEFF,
  0xFFA0...0xFFA0, 0xFFF0...0xFFFB, 0x110BD...0x110BD, 0x110CD...0x110CD, 0x13430...0x1343F,
  0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF,
]

private let allScalars = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)

/// One scalar of each line, so that CR and LF do not meet.
private func expected(lineEnd: Unicode.Scalar) -> [Unicode.Scalar] {
  let hidden = Set(forbidden.joined())
  return allScalars.compactMap { scalar in
    switch scalar.value {
    case 0x09: " "
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: lineEnd
    default: hidden.contains(scalar.value) ? nil : scalar
    }
  }
}

@Test func everyScalarIsShownOrLeftOutAsListed() {
  let everything = String(String.UnicodeScalarView(allScalars))
  #expect(Array(SafeText.line(everything).unicodeScalars) == expected(lineEnd: " "))
  #expect(Array(SafeText.lines(everything).unicodeScalars) == expected(lineEnd: "\n"))
}

@Test func anEndOfLineIsOneHoweverItIsWritten() {
  #expect(SafeText.line("a\r\nb\nc\rd\u{2028}e\tf") == "a b c d e f")
  #expect(SafeText.lines("a\r\nb\nc\rd\u{2028}e\tf") == "a\nb\nc\nd\ne f")
}

@Test(arguments: [
  ("plain text, 654321", "plain text, 654321"),
  ("  kept  spaces  ", "  kept  spaces  "),
  ("\u{1B}[31mred\u{1B}[0m", "[31mred[0m"),
  ("\u{9B}31mred", "31mred"),
  ("user\u{202E}moc.elgoog", "usermoc.elgoog"),
  ("pay\u{200B}pal \u{FEFF}x", "paypal x"),
  ("Nguyễn 您好 العربية हिन्दी", "Nguyễn 您好 العربية हिन्दी"),
  ("tag \u{E0041}\u{E0042}s", "tag s"),
])
func foreignTextIsMadeFit(foreign: String, shown: String) {
  #expect(SafeText.line(foreign) == shown)
}
