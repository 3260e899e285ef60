import Synchronization
package import TerminalIO
import Testing

/// A terminal whose answers are written down beforehand.
///
/// Records the whole conversation. An ask without an answer left is a failed test, and so is an answer that
/// nobody asked for.
package final class ScriptedTerminal: Terminal {
  package enum Event: Equatable, Sendable {
    case said(String)
    case asked(String, within: Duration?)
    case askedSecret(String, within: Duration?)
  }

  package enum Answer: Equatable, Sendable, ExpressibleByStringLiteral {
    case line(String)
    case failure(TerminalError)

    package init(stringLiteral line: String) { self = .line(line) }
  }

  private struct Script {
    var answers: ArraySlice<Answer>
    var events: [Event] = []
  }

  package let isInteractive: Bool
  private let script: Mutex<Script>

  package init(isInteractive: Bool = true, answers: [Answer] = []) {
    self.isInteractive = isInteractive
    script = Mutex(Script(answers: answers[...]))
  }

  deinit {
    let unused = script.withLock { $0.answers }
    if !unused.isEmpty { Issue.record("answers nobody asked for: \(Array(unused))") }
  }

  /// What was said and asked, in order.
  package var events: [Event] { script.withLock { $0.events } }

  /// The text of `events`, a line each.
  package var transcript: [String] {
    events.map { event in
      switch event {
      case .said(let text), .asked(let text, _), .askedSecret(let text, _): text
      }
    }
  }

  package func ask(_ prompt: String, within limit: Duration?) throws(TerminalError) -> String {
    try answer(.asked(prompt, within: limit))
  }

  package func askSecret(_ prompt: String, within limit: Duration?) throws(TerminalError) -> String {
    try answer(.askedSecret(prompt, within: limit))
  }

  package func say(_ text: String) {
    script.withLock { $0.events.append(.said(text)) }
  }

  private func answer(_ event: Event) throws(TerminalError) -> String {
    let answer = script.withLock { script in
      script.events.append(event)
      return script.answers.popFirst()
    }
    switch answer {
    case .line(let line): return line
    case .failure(let error): throw error
    case nil:
      Issue.record("an unexpected question: \(event)")
      throw .endOfInput
    }
  }
}
