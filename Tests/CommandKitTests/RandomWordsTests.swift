import CommandKit
import Essentials
import TestSupport
import Testing

/// Properties that hold for any words whatever.
@Suite struct RandomWordsTests {
  private static let vocabulary = [
    "send", "crew", "hire", "list", "log", "inspect", "load", "tow", "bogus", "", "-", "--json", "--json=",
    "-q", "-qa", "-p", "-px", "-qp", "--profile", "--profile=", "--timeout", "5m", "--tag", "-t", "--wait",
    "--speed=fast", "--knots", "-5", "+1", "--bogus", "--bogus=1", "-x", "-\u{301}", "=", "--=", "é", "\u{0}",
    "--password", "🏴‍☠️", "a b", "--version",
  ]

  private static let count = Size.of(500, long: 5_000)

  private func line(_ random: inout SplitMix) -> [String] {
    (0..<Int.random(in: 0...8, using: &random)).map { _ in Self.vocabulary.randomElement(using: &random)! }
  }

  @Test func noLineTrapsAndEveryMistakeHasWords() {
    var random = SplitMix(state: 1)
    for _ in 0..<Self.count {
      var words = line(&random)
      if Bool.random(using: &random) {
        words.insert("--", at: Int.random(in: 0...words.count, using: &random))
      }
      let parsed = port.parse(words)
      guard case .failure(let error) = parsed.outcome else { continue }
      let explanation = port.explanation(of: error, at: parsed.topic)
      #expect(!explanation.message.isEmpty && !explanation.message.hasSuffix("."), "\(words)")
      #expect(explanation.usage.hasPrefix("port ") && !explanation.hint.text.isEmpty, "\(words)")
    }
  }

  @Test func helpWinsOverAllButCommandsThatDoNotExist() {
    var random = SplitMix(state: 2)
    for _ in 0..<Self.count {
      var words = line(&random)
      words.insert(
        ["-h", "--help"].randomElement(using: &random)!, at: Int.random(in: 0...words.count, using: &random))
      switch port.parse(words).outcome {
      case .help, .failure(.unknownCommand): break
      case let outcome: Issue.record("\(words): \(outcome)")
      }
    }
  }

  @Test func jsonIsSeenWhereverItStands() {
    var random = SplitMix(state: 3)
    for _ in 0..<Self.count {
      var words = line(&random)
      words.insert("--json", at: Int.random(in: 0...words.count, using: &random))
      #expect(port.parse(words).globals.json, "\(words)")
    }
  }
}
