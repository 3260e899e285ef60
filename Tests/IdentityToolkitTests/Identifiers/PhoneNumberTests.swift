import IdentityToolkit
import Testing

@Suite struct PhoneNumberTests {
  @Test(arguments: [
    "+16505553434", "+1 650-555-3434", "+1 (650) 555.3434", " +1/650/5553434 ", "＋１６５０５５５３４３４",
    "+١٦٥٠٥٥٥٣٤٣٤",
    "+1\u{A0}650\u{2011}555\u{2013}3434", "+1 (650) (555) 3434",
  ])
  func readsNumbersAsPeopleTypeThem(_ text: String) throws {
    #expect(try PhoneNumber(typed: text).e164 == "+16505553434")
  }

  @Test(arguments: [
    ("", PhoneNumber.Problem.empty), ("  ", .empty), ("6505553434", .noCountryCode),
    ("0016505553434", .noCountryCode),
    ("+0123456789", .noCountryCode), ("+", .tooShort), ("+1234567", .tooShort),
    ("+1234567890123456", .tooLong), ("+1" + String(repeating: "0", count: 100), .tooLong),
    ("+1650555CALL", .unexpectedCharacter("C")), ("+1+6505553434", .unexpectedCharacter("+")),
    ("1+6505553434", .unexpectedCharacter("+")), ("+1650555343\u{1B}", .unexpectedCharacter("\u{1B}")),
    ("+1650555343½", .unexpectedCharacter("½")),
  ])
  func refusesTheRest(_ text: String, _ problem: PhoneNumber.Problem) {
    #expect(throws: problem) { try PhoneNumber(typed: text) }
  }

  @Test(arguments: [
    ("+1 650-5555", PhoneNumber.Problem.tooShort), ("+1 650-555-34345", .tooLong),
    ("+99", .tooShort), ("+999 650 555 343", .unknownCountryCode), ("+210 650 555 34", .unknownCountryCode),
    ("+33 6 12 34 56 7", .tooShort), ("+33 6 12 34 56 78 9", .tooLong),
    ("+49 151 2345 6789 012", .tooLong),
  ])
  func aNumberThatItsCallingCodeRulesOutIsRefused(_ text: String, _ problem: PhoneNumber.Problem) {
    #expect(throws: problem) { try PhoneNumber(typed: text) }
  }

  /// Kept, it would be another number; left out, a number that nobody wrote.
  @Test(arguments: [
    ("+49 (0)30 901820", "49"), ("+49(0)30901820", "49"), ("+44 ( 0 ) 20 7946 0000", "44"),
    ("+٤٩ (٠)30 901820", "49"), ("+39 (0)347 123 4567", "39"), ("+61 (04) 1234 5678", "61"),
    ("+33 06 12 34 56 79", "33"),
  ])
  func theZeroThatIsDialledWithinTheCountryIsRefused(_ text: String, _ code: String) {
    #expect(throws: PhoneNumber.Problem.trunkZero(after: code)) { try PhoneNumber(typed: text) }
  }

  /// Copied from contacts, chats and links.
  @Test(arguments: [
    "\u{202A}+1 650-555-3434\u{202C}", "\u{2066}+16505553434\u{2069}", "\u{200E}+1 650 555 3434",
    "+1\u{200B}650\u{2060}5553434\u{FEFF}", "tel:+1-650-555-3434", "TEL:+16505553434",
  ])
  func marksAndALinkAroundANumberAreTakenOff(_ text: String) throws {
    #expect(try PhoneNumber(typed: text).e164 == "+16505553434")
  }

  @Test func aZeroWithDigitsBesideItIsOneOfTheNumber() throws {
    #expect(try PhoneNumber(typed: "+39 (06) 6982 1234").e164 == "+390669821234")
  }

  @Test(arguments: [
    "+6834002", "+50051234", "+4915123456789", "+80012345678", "+8615012345678", "+37912345678",
    "+862112345678",
  ])
  func shortAndLongNumbersThatExistAreTaken(_ text: String) throws {
    #expect(try PhoneNumber(typed: text).e164 == text)
    #expect(PhoneNumber(e164: text)?.e164 == text)
  }

  @Test(arguments: [
    "", "16505553434", "+1 6505553434", "＋16505553434", "+１6505553434", "+16505553434 ", "+1650555",
  ])
  func onTheWireANumberHasOneSpelling(_ text: String) {
    #expect(PhoneNumber(e164: text) == nil)
  }
}
