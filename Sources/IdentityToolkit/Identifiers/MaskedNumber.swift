/// A masked phone number, `+1******3434`, for people who have not verified it.
package enum MaskedNumber {
  /// Masks a number except its calling code and the last four digits.
  ///
  /// Of a short number, it shows half of the digits.
  ///
  /// An already masked number gets the same form, but a hidden calling code stays hidden. Text that is neither masked
  /// nor an E.164 number stays unchanged.
  /// - Parameter keepsCallingCode: Whether to show the calling code. Some servers mask it as well.
  package static func mask(_ number: String, keepingCallingCode keepsCallingCode: Bool = true) -> String {
    guard let places = places(of: number) else { return number }
    let digits = places.prefix { $0 != hidden }
    let code = CallingCode(beginning: String(digits))?.digits.count
    // Without masked digits, the text must be a number.
    if digits.count == places.count, code == nil || code == places.count { return number }
    let length = places.count - (code ?? 0)
    let shown = min(4, length / 2)
    let beginning = keepsCallingCode ? places.prefix(code ?? 0) : []
    let stars = String(repeating: hidden, count: places.count - beginning.count - shown)
    return "+" + String(beginning) + stars + String(places.suffix(shown))
  }

  /// Returns whether `text` is `number` or one of its masked forms.
  package static func isMask(_ text: String, of number: String) -> Bool {
    text == number || [true, false].contains { text == mask(number, keepingCallingCode: $0) }
  }

  private static let hidden: Character = "*"

  /// Returns the digits after the plus, with hidden ones as `*`, or nil for other text.
  private static func places(of number: String) -> [Character]? {
    guard number.first == "+" else { return nil }
    var places: [Character] = []
    var hasSeparators = false
    for character in number.dropFirst() {
      switch character {
      case "0"..."9", hidden: places.append(character)
      case "•", "●", "x", "X", "#": places.append(hidden)
      case " ", "-", ".", "(", ")": hasSeparators = true
      default: return nil
      }
    }
    return hasSeparators && !places.contains(hidden) ? nil : places
  }
}
