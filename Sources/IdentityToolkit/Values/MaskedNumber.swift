/// A telephone number as it is shown to who has not proved to own it: `+1******3434`.
package enum MaskedNumber {
  /// Masks all but the calling code and the last four digits. A text that is masked already, or is no number
  /// in E.164, stays as it is.
  package static func mask(_ number: String) -> String {
    let digits = number.dropFirst()
    guard number.first == "+", digits.count >= 8, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return number }
    let code = digits.prefix(callingCodeLength(digits))
    return "+\(code)\(String(repeating: "*", count: digits.count - code.count - 4))\(digits.suffix(4))"
  }

  /// Digits of the calling code that `digits` begin with: ITU-T E.164 gives out codes of one, two and three.
  private static func callingCodeLength(_ digits: Substring) -> Int {
    let twoDigits = [
      "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46", "47", "48",
      "49", "51", "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63", "64", "65", "66", "81",
      "82", "84", "86", "90", "91", "92", "93", "94", "95", "98",
    ]
    switch digits.prefix(1) {
    case "1", "7": return 1
    default: return twoDigits.contains(String(digits.prefix(2))) ? 2 : 3
    }
  }
}
