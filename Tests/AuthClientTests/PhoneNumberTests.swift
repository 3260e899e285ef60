import AuthClient
import Testing

@Suite struct PhoneNumberTests {
  @Test(arguments: [
    "+16505553434", "+1 650-555-3434", "+1 (650) 555.3434", " +1/650/5553434 ", "＋１６５０５５５３４３４",
    "+١٦٥٠٥٥٥٣٤٣٤",
    "+1\u{A0}650\u{2011}555\u{2013}3434",
  ])
  func readsNumbersAsPeopleTypeThem(_ text: String) throws {
    #expect(try PhoneNumber(typed: text).e164 == "+16505553434")
  }

  @Test(arguments: [
    ("", PhoneNumber.Problem.empty), ("  ", .empty), ("6505553434", .noCountryCode),
    ("0016505553434", .noCountryCode),
    ("+0123456789", .noCountryCode), ("+", .tooShort), ("+1234567", .tooShort),
    ("+1234567890123456", .tooLong),
    ("+1650555CALL", .unexpectedCharacter("C")), ("+1+6505553434", .unexpectedCharacter("+")),
    ("1+6505553434", .unexpectedCharacter("+")), ("+1650555343\u{1B}", .unexpectedCharacter("\u{1B}")),
    ("+1650555343½", .unexpectedCharacter("½")),
  ])
  func refusesTheRest(_ text: String, _ problem: PhoneNumber.Problem) {
    #expect(throws: problem) { try PhoneNumber(typed: text) }
  }
}
