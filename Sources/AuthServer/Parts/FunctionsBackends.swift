import Essentials

/// The functions that the Functions emulator runs, as its `/backends` lists them.
///
/// The answer also has the functions' environment, with secrets. This type does not read it, and nobody keeps the answer.
struct FunctionsBackends: Sendable {
  private struct Answer: Decodable {
    var backends: [Backend]
  }

  private struct Backend: Decodable {
    var functionTriggers: [Trigger]
  }

  private struct Trigger: Decodable {
    var name: String
  }

  private let triggers: [Trigger]

  /// Returns nil if this is not such an answer.
  init?(_ text: Data) {
    guard let answer = try? JSONReader.plain.read(Answer.self, from: text) else { return nil }
    triggers = answer.backends.flatMap(\.functionTriggers)
  }

  var hasFunctions: Bool { !triggers.isEmpty }
}
