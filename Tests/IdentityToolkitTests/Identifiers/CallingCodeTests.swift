import IdentityToolkit
import Testing

@Suite struct CallingCodeTests {
  @Test(arguments: [
    ("+14155550100", "AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT US VC VG VI"),
    ("+79161234567", "KZ RU"), ("+447911123456", "GB GG IM JE"), ("+4740612345", "BV NO SJ"),
    ("+212650123456", "EH MA"), ("+35840123456", "AX FI"), ("+390612345678", "IT VA"), ("+37912345678", "VA"),
    ("+4915123456789", "DE"), ("+81312345678", "JP"), ("+998123456789", "UZ"), ("+80012345678", ""),
    ("+88212345678", ""),
  ])
  func aNumberIsInEveryRegionOfItsCallingCode(number: String, regions: String) throws {
    let phone = try PhoneNumber(typed: number)
    #expect(phone.callingCode?.regions.joined(separator: " ") == regions)
  }

  @Test func noCallingCodeBeginsAnother() {
    let codes = CallingCode.all.map(\.digits)
    for code in codes {
      #expect(codes.filter { $0.hasPrefix(code) } == [code])
      #expect(code.allSatisfy(\.isNumber) && (1...3).contains(code.count))
    }
  }

  @Test func everyCodeIsFoundAtTheBeginningOfItsNumbers() {
    for code in CallingCode.all {
      #expect(CallingCode(beginning: code.digits + "0123456") == code)
      #expect(CallingCode(beginning: code.digits.dropLast()) == nil)
    }
  }

  @Test(arguments: ["", "0", "01", "001", "999", "21", "+1", "٤٩", "4x", "x49", "2", "210"])
  func whatBeginsWithNoCodeHasNone(digits: String) {
    #expect(CallingCode(beginning: digits) == nil)
  }

  @Test func everyNumberFitsIntoFifteenDigits() {
    for code in CallingCode.all {
      #expect(code.digits.count + code.lengths.upperBound <= 15, "\(code)")
      #expect(code.digits.count + code.lengths.lowerBound >= 7, "\(code)")
      #expect(code.regions.allSatisfy { $0.utf8.count == 2 } && code.regions.sorted() == code.regions)
    }
    #expect(
      CallingCode.all.filter(\.regions.isEmpty).map(\.digits).sorted() == [
        "800", "808", "870", "878", "881", "882", "883", "888", "979",
      ])
  }
}
