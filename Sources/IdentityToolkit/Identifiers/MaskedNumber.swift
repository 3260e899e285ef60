/// A phone number as it is shown to whoever has not verified it: `+1******3434`.
package enum MaskedNumber {
  /// Masks all but the calling code and the last four digits; of a short number, the last half. What another user has
  /// masked, with whatever signs, comes out the same, except that a calling code that is hidden stays so. A text that is
  /// neither that nor a number in E.164 stays as it is.
  /// - Parameter keepsCallingCode: some servers mask that as well.
  package static func mask(_ number: String, keepingCallingCode keepsCallingCode: Bool = true) -> String {
    guard let places = places(of: number) else { return number }
    let digits = places.prefix { $0 != hidden }
    let code = CallingCode(beginning: String(digits))?.digits.count
    // Whole, it has to be a number.
    if digits.count == places.count, code == nil || code == places.count { return number }
    let length = places.count - (code ?? 0)
    let shown = min(4, length / 2)
    let beginning = keepsCallingCode ? places.prefix(code ?? 0) : []
    let stars = String(repeating: hidden, count: places.count - beginning.count - shown)
    return "+" + String(beginning) + stars + String(places.suffix(shown))
  }

  /// Whether `text` is `number`, or one of its masks.
  package static func isMask(_ text: String, of number: String) -> Bool {
    text == number || [true, false].contains { text == mask(number, keepingCallingCode: $0) }
  }

  private static let hidden: Character = "*"

  /// The digits after the plus, hidden ones as `*`; nil for a text that is something else.
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
