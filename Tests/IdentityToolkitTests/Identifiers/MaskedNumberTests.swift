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

  @Test(arguments: ["", "+", "+1", "16505553434", "+*******0102", "+1 650", "kim"])
  func whatIsNoNumberStaysAsItIs(text: String) {
    #expect(MaskedNumber.mask(text) == text)
  }
}
