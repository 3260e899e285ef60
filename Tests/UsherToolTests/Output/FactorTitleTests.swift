import AuthClient
import Essentials
import Testing

@testable import UsherTool

/// One factor has one title, however the server masks its number.
struct FactorTitleTests {
  @Test(arguments: [
    ("+16505553434", nil, "SMS to +1******3434"), ("+1******3434", "+1******3434", "SMS to +1******3434"),
    ("+*******3434", "+1******3434", "SMS to +1******3434"), ("+*******3434", nil, "SMS to +*******3434"),
    ("+1******3434", "+*******3434", "SMS to +1******3434"), ("+1******3434", "", "SMS to +1******3434"),
    ("+*******3434", "+1******0123", "SMS to +*******3434 \"+1******0123\""),
    ("+*******3434", "work", "SMS to +*******3434 \"work\""),
  ])
  func aNameThatIsTheNumberIsNotSaidBesideIt(number: String, name: String?, title: String) {
    let factor = EnrolledFactor(uid: "f1", type: .phone, displayName: name, phoneNumber: number)
    #expect(factor.title.english == title)
  }
}
