import Essentials
import IdentityToolkit
import Testing

@Suite struct VerificationPushTests {
  private let push = VerificationPush(receipt: "r", secret: "s")

  @Test func aPushIsReadBackFromItsNotification() {
    #expect(
      push.notification == [
        "aps": ["content-available": 1], "com.google.firebase.auth": ["receipt": "r", "secret": "s"],
      ])
    #expect(VerificationPush(notification: push.notification) == push)
  }

  @Test func theContentMayBeText() {
    let text: JSONValue = ["com.google.firebase.auth": #"{"receipt":"r","secret":"s"}"#]
    #expect(VerificationPush(notification: text) == push)
  }

  @Test(
    arguments: [
      [:], nil, "text", ["receipt": "r", "secret": "s"], ["com.google.firebase.auth": nil],
      ["com.google.firebase.auth": "no JSON"], ["com.google.firebase.auth": ["receipt": "r"]],
      ["com.google.firebase.auth": ["receipt": "", "secret": "s"]],
      ["com.google.firebase.auth": ["receipt": "r", "secret": 1]],
      ["com.google.firebase.auth": ["receipt": "r", "secret": "s", "warning": "a probe"]],
      ["com.google.firebase.auth": [["receipt": "r", "secret": "s"]]],
    ] as [JSONValue])
  func otherNotificationsAreNotPushes(notification: JSONValue) {
    #expect(VerificationPush(notification: notification) == nil)
  }
}
