/// A phone number as it is shown to whoever has not verified it: `+1******3434`.
package enum MaskedNumber {
  /// Masks all but the calling code and the last four digits; of a short number, the last half. A text that is
  /// masked already, or is no number in E.164, stays as it is.
  /// - Parameter keepsCallingCode: some servers mask that as well.
  package static func mask(_ number: String, keepingCallingCode keepsCallingCode: Bool = true) -> String {
    let digits = number.dropFirst()
    guard number.first == "+", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let code = CallingCode(beginning: digits)?.digits, digits.count > code.count
    else { return number }
    let length = digits.count - code.count
    let shown = min(4, length / 2)
    guard keepsCallingCode else {
      return "+\(String(repeating: "*", count: digits.count - shown))\(digits.suffix(shown))"
    }
    return "+\(code)\(String(repeating: "*", count: length - shown))\(digits.suffix(shown))"
  }
}
