import AuthClient
import IdentityToolkit

extension FuzzTarget {
  /// Checks typed phone numbers: the digits must be in the input, and E.164 must be read as itself.
  static let phoneNumber = FuzzTarget(name: "phone") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    guard let number = try? PhoneNumber(typed: text) else { return }
    let digits = number.e164.dropFirst()
    guard let code = number.callingCode else { fatalError("no calling code") }
    demand(number.e164.first == "+" && digits.utf8.count <= 15, "no E.164")
    demand(code.lengths.contains(digits.utf8.count - code.digits.utf8.count), "not as long as its code's")
    demand(digits.utf8.allSatisfy { (0x30...0x39).contains($0) } && digits.first != "0", "no E.164")
    demand(text.compactMap(\.wholeNumberValue) == digits.compactMap(\.wholeNumberValue), "other digits")
    let spaced = "+" + digits.map { " \($0)-" }.joined()
    for form in [number.e164, spaced] {
      demand((try? PhoneNumber(typed: form)) == number, "another number as \(form)")
    }
  }
}
