package import Essentials
import LibC
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
    case askedCommand(String, history: [String])
    case drawn(QRCode, inColor: Bool)
    case copied(String)
  }

  package enum Answer: Sendable, ExpressibleByStringLiteral {
    case line(String)
    /// The code that the embedded server was last said to have sent.
    case shownCode
    /// Another code than that.
    case wrongCode
    /// An empty line, typed so many seconds later.
    case after(Double, TestClock)
    /// What follows from the conversation so far, a line each.
    case reply(@Sendable (_ transcript: [String]) -> String)
    /// Nothing: something else comes first, in a browser say.
    case elsewhere
    case failure(TerminalError)

    package init(stringLiteral line: String) { self = .line(line) }
  }

  private struct Script {
    var answers: ArraySlice<Answer>
    var events: [Event] = []
  }

  package let isInteractive: Bool
  package let columns: Int?
  package let rows: Int?
  package let catalog: Catalog
  private let script: Mutex<Script>

  package init(
    isInteractive: Bool = true, columns: Int? = 80, rows: Int? = 24, catalog: Catalog = .checkingTemplate,
    answers: [Answer] = []
  ) {
    self.isInteractive = isInteractive
    self.columns = columns
    self.rows = rows
    self.catalog = catalog
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
      case .said(let text), .asked(let text, _), .askedSecret(let text, _), .askedCommand(let text, _): text
      case .drawn: "(QR code)"
      case .copied: "(copied)"
      }
    }
  }

  /// What is typed needs room beside the prompt; what explains it is said before.
  private static let widestPrompt = 30

  private func measure(_ prompt: Text) {
    let shown = prompt.in(catalog)
    let columns = LineWrapping.width(shown)
    if columns > Self.widestPrompt { Issue.record("a prompt of \(columns) columns: \(shown)") }
  }

  /// The address of a page of the tool's own that was said, to be opened.
  package var address: String? {
    transcript.first { $0.hasPrefix("  http://127.0.0.1:") && !$0.hasSuffix("/callback") }
      .map { String($0.dropFirst(2)) }
  }

  package func ask(_ prompt: Text, within limit: Duration?) throws(TerminalError) -> String {
    measure(prompt)
    return try answer(.asked(prompt.in(catalog), within: limit))
  }

  package func ask(
    _ prompt: Text, within limit: Duration?, unlessReadable descriptor: Int32
  ) throws(TerminalError) -> String? {
    if script.withLock({ if case .elsewhere = $0.answers.first { true } else { false } }) {
      script.withLock { script in
        script.events.append(.asked(prompt.in(catalog), within: limit))
        script.answers.removeFirst()
      }
      measure(prompt)
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, 3_600_000) > 0 else { throw .timedOut }
      return nil
    }
    return try ask(prompt, within: limit)
  }

  package func askSecret(_ prompt: Text, within limit: Duration?) throws(TerminalError) -> String {
    measure(prompt)
    return try answer(.askedSecret(prompt.in(catalog), within: limit))
  }

  package func ask(
    _ prompt: Text, within limit: Duration?, with assistance: LineAssistance
  ) throws(TerminalError) -> String {
    guard limit == nil else { return try ask(prompt, within: limit) }
    return try answer(.askedCommand(prompt.in(catalog), history: assistance.history))
  }

  package func say(_ text: Text) {
    let text = text.in(catalog)
    script.withLock { $0.events.append(.said(text)) }
  }

  package func draw(_ code: QRCode, inColor: Bool) {
    script.withLock { $0.events.append(.drawn(code, inColor: inColor)) }
  }

  package func copy(_ text: String) -> Bool {
    if isInteractive { script.withLock { $0.events.append(.copied(text)) } }
    return isInteractive
  }

  private func answer(_ event: Event) throws(TerminalError) -> String {
    let answer = script.withLock { script in
      script.events.append(event)
      return script.answers.popFirst()
    }
    switch answer {
    case .line(let line): return line
    case .shownCode: return try shownCode()
    case .wrongCode: return try shownCode() == "111111" ? "222222" : "111111"
    case .after(let seconds, let clock):
      clock.advance(seconds)
      return ""
    case .reply(let reply): return reply(transcript)
    case .failure(let error): throw error
    case .elsewhere:
      Issue.record("nothing else can come first: \(event)")
      throw .endOfInput
    case nil:
      Issue.record("an unexpected question: \(event)")
      throw .endOfInput
    }
  }

  private func shownCode() throws(TerminalError) -> String {
    let mark = "the code is "
    guard let line = transcript.last(where: { $0.contains(mark) }), let range = line.ranges(of: mark).last
    else {
      Issue.record("no code was shown")
      throw .endOfInput
    }
    return String(line[range.upperBound...].prefix(6))
  }
}
