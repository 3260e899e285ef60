/// Where a line may break in Chinese and Japanese, which have no spaces between words.
enum LineBreaks {
  /// Returns the parts of `word` between which a line may break.
  ///
  /// A word with a space in it is a command, and stays whole.
  static func parts(of word: Substring) -> [Substring] {
    if word.utf8.allSatisfy({ $0 < 0x80 }) || word.contains(" ") { return [word] }
    var parts: [Substring] = []
    var rest = word
    for (index, next) in zip(word.indices, word.indices.dropFirst())
    where mayBreak(between: word[index], and: word[next]) {
      parts.append(rest[..<next])
      rest = rest[next...]
    }
    return parts + [rest]
  }

  private static func mayBreak(between left: Character, and right: Character) -> Bool {
    (LineWrapping.width(left) == 2 || LineWrapping.width(right) == 2)
      && !opening.contains(left) && !closing.contains(right)
      // A straight quotation mark may open or close.
      && !quotes.contains(left) && !quotes.contains(right)
  }

  static func opens(_ mark: Character) -> Bool { opening.contains(mark) }

  private static let opening: Set<Character> = Set("（［｛〔〈《「『【〖“‘([{")

  /// The marks and the small Kana that never begin a line, and the escape character of a colour that ends.
  private static let closing: Set<Character> = Set(
    "，。、：；！？）］｝〕〉》」』】〗”’…·・～％,.:;!?)]}%/-" + "々ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ" + "\u{1B}")

  private static let quotes: Set<Character> = ["'", "\""]
}
