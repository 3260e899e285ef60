import HTTP
import TestSupport
import Testing

@testable import AuthClient

/// Properties that hold for any wrappers around a link, and for whatever else is in an address.
@Suite struct RandomWrapperTests {
  private static let link =
    "https://demo.firebaseapp.com/__/auth/action?apiKey=AIza-Key_1&mode=signIn&oobCode=3Dabc-DEF_09"
    + "&continueUrl=https%3A%2F%2Fapp.example%2F%3Fmode%3DresetPassword%26oobCode%3Dother&lang=en"

  @Test func anyWrappersInEachOtherAreOpened() throws {
    let url = try ActionCodeURL(Self.link)
    var random = SplitMix(state: 48)
    var opened = 0
    for _ in 0..<Size.of(300, long: 5_000) {
      let wrappers = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Wrapper.nestable.randomElement(using: &random)!
      }
      let text = wrappers.reduce(Self.link) { $1.apply($0) }
      // A text that no mail program would pass on.
      guard text.utf8.count <= 8192 else { continue }
      opened += 1
      #expect((try? ActionCodeURL(text)) == url, "\(wrappers.map(\.testDescription))")
    }
    #expect(opened > 200)
  }

  /// What is wrong with a link is told through any two wrappers, and no gateway is said to hide it.
  @Test func whatIsMissingIsToldThroughTwoWrappers() {
    let link = Self.link.replacing("apiKey=AIza-Key_1&", with: "")
    for outer in Wrapper.nestable {
      for inner in Wrapper.nestable {
        #expect(throws: ActionCodeURL.Problem.missing("apiKey"), "\(outer) around \(inner)") {
          try ActionCodeURL(outer.apply(inner.apply(link)))
        }
      }
    }
  }

  /// Whatever is changed in a wrapped link, no other parameter and no continue URL gives the code.
  @Test func aChangedByteNeverGivesAnotherCode() throws {
    var random = SplitMix(state: 49)
    let count = Size.of(2_000, long: 50_000)
    var read = 0
    for _ in 0..<count {
      let wrapper = Wrapper.nestable.randomElement(using: &random)!
      let link = Self.link + ["", "&next=https://app.example/home?lang=de"].randomElement(using: &random)!
      var bytes = Array(wrapper.apply(link).utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0x20...0x7E, using: &random)
        case 1: bytes.remove(at: index)
        default:
          bytes.insert(
            contentsOf: bytes[index...].prefix(9), at: Int.random(in: bytes.indices, using: &random))
        }
      }
      guard let url = try? ActionCodeURL(String(decoding: bytes, as: UTF8.self)) else { continue }
      read += 1
      #expect(
        url.code != "other" && url.operation != .passwordReset, "\(String(decoding: bytes, as: UTF8.self))")
      #expect(!url.origin.hasSuffix("app.example"), "\(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(read > count / 5)
  }

  @Test func noAddressTakesLong() {
    for part in [
      "https%3A%2F%2F", "aHR0cHM6Ly9o/", "https:/", "-3A__", "=http://?mode=&", "___", "___.", "#?", "\u{A0}",
    ] {
      for start in [
        "https://h/", "https://h/?u=", "https://h/#", "https://h/v3/__https://", "https://h/___https://",
      ] {
        let text = start + String(repeating: part, count: 8_000 / part.utf8.count)
        let time = processorTime { _ = try? ActionCodeURL(text) }
        #expect(time < .seconds(1), "\(start) \(part)")
      }
    }
  }
}
