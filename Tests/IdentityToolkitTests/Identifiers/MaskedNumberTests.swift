import IdentityToolkit
import Testing

@Suite struct MaskedNumberTests {
  @Test(arguments: [
    ("+16505553434", "+1******3434"), ("+4915123456789", "+49*******6789"), ("+35840123456", "+358****3456"),
    ("+37912345678", "+379****5678"), ("+50051234", "+500***34"), ("+6834002", "+683**02"),
  ])
  func theCallingCodeAndTheLastDigitsAreShown(number: String, masked: String) {
    #expect(MaskedNumber.mask(number) == masked)
    #expect(MaskedNumber.mask(masked) == masked)
  }

  @Test(arguments: [
    ("+1 ***-***-3434", "+1******3434"), ("+1••••••3434", "+1******3434"), ("+1650***3434", "+1******3434"),
    ("+49 XXXXXXX 6789", "+49*******6789"), ("+1*********34", "+1*********34"),
    ("+*******0102", "+*******0102"),
    ("+* *** *** 0102", "+*******0102"), ("+4**********", "+***********"),
  ])
  func anothersMaskComesOutTheSame(text: String, masked: String) {
    #expect(MaskedNumber.mask(text) == masked)
  }

  @Test(arguments: ["+16505553434", "+1******3434", "+*******3434"])
  func aMaskIsOfItsNumber(text: String) {
    #expect(MaskedNumber.isMask(text, of: "+16505553434"))
    #expect(!MaskedNumber.isMask(text, of: "+16505553435"))
  }

  @Test(arguments: ["", "+", "+1", "16505553434", "+*******0102", "+1 650", "kim"])
  func whatIsNoNumberStaysAsItIs(text: String) {
    #expect(MaskedNumber.mask(text) == text)
  }
}
