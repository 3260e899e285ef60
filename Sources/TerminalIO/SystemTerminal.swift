package import Essentials
internal import LibC

/// The terminal the person sits at, whatever standard input and output are connected to.
///
/// Whatever is shown goes through `SafeText`, since prompts name things that came from elsewhere. No answer is
/// kept in a history; whether a command is, its asker decides.
package struct SystemTerminal: Terminal {
  private let path: String
  private let streams: [Int32]
  private let interruption: Int32
  private let form: PromptForm
  private let library: String
  package let catalog: Catalog

  /// - Parameters:
  ///   - path: the terminal's device.
  ///   - streams: the descriptors that must be terminals too before anybody is asked.
  ///   - interruption: a descriptor that ends a wait when it becomes readable.
  ///   - form: how answers are typed.
  ///   - library: libedit; where it is missing, lines are not edited.
  ///   - catalog: the translations into the language that the person reads.
  package init(
    path: String = "/dev/tty", streams: [Int32] = [STDIN_FILENO, STDERR_FILENO],
    interruption: Int32 = Interruption.descriptor, form: PromptForm = .ofThisProcess,
    library: String? = nil, catalog: Catalog = .english
  ) {
    self.path = path
    self.streams = streams
    self.interruption = interruption
    self.form = form
    self.library = library ?? EditedLine.library
    self.catalog = catalog
  }

  package var isInteractive: Bool {
    guard streams.allSatisfy({ isatty($0) == 1 }) else { return false }
    return (try? TerminalDevice(path: path)) != nil
  }

  package var columns: Int? {
    guard let device = try? TerminalDevice(path: path) else { return nil }
    return device.columns
  }

  package var rows: Int? {
    guard let device = try? TerminalDevice(path: path) else { return nil }
    return device.rows
  }

  package func ask(_ prompt: Text, within limit: Duration?) throws(TerminalError) -> String {
    try answer(to: SafeText.lines(prompt.in(catalog)), isHidden: false, within: limit)
  }

  package func ask(
    _ prompt: Text, within limit: Duration?, unlessReadable descriptor: Int32
  ) throws(TerminalError) -> String? {
    do throws(TerminalError) {
      return try answer(
        to: SafeText.lines(prompt.in(catalog)), isHidden: false, within: limit, relief: descriptor)
    } catch .interrupted where !isReadable(interruption) {
      return nil
    }
  }

  private func isReadable(_ descriptor: Int32) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, 0) > 0
  }

  package func askSecret(_ prompt: Text, within limit: Duration?) throws(TerminalError) -> String {
    try answer(to: SafeText.lines(prompt.in(catalog)), isHidden: true, within: limit)
  }

  package func ask(
    _ prompt: Text, within limit: Duration?, with assistance: LineAssistance
  ) throws(TerminalError) -> String {
    try answer(to: SafeText.line(prompt.in(catalog)), isHidden: false, within: limit, with: assistance)
  }

  package func say(_ text: Text) {
    guard let device = try? TerminalDevice(path: path) else { return }
    device.write(WrappedText.lines(SafeText.lines(text.in(catalog)), columns: device.columns) + "\n")
  }

  package func draw(_ code: QRCode, inColor: Bool) {
    guard let device = try? TerminalDevice(path: path) else { return }
    device.write(code.halfBlocks(inColor: inColor).map { $0 + "\n" }.joined())
  }

  package func copy(_ text: String) -> Bool {
    guard let device = try? TerminalDevice(path: path) else { return false }
    device.write("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}")
    return true
  }

  package func keepingModes<Result>(during work: () -> Result) -> Result {
    var before: TerminalModes?
    if let device = try? TerminalDevice(path: path) { before = try? TerminalModes(of: device) }
    let result = work()
    if let before, let device = try? TerminalDevice(path: path) { before.restore(to: device) }
    return result
  }

  private func answer(
    to text: String, isHidden: Bool, within limit: Duration?, with assistance: LineAssistance? = nil,
    relief: Int32 = -1
  ) throws(TerminalError) -> String {
    // Secrets never pass through libedit.
    if !isHidden, case .edited(let terminal) = form {
      // Its prompt is one line.
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let prompt = try prompt(within: limit, relief) { $0.unbuffered }
      if let line = EditedLine(
        String(lines.last ?? ""), at: prompt, terminal: terminal, library: library, assistance: assistance)
      {
        prompt.device.write(lines.dropLast().map { $0 + "\n" }.joined())
        return try answer(at: prompt, endsLine: false, line.read)
      }
    }
    let prompt = try prompt(within: limit, relief) { isHidden ? $0.hidden : $0 }
    return try answer(at: prompt, endsLine: isHidden, PlainLine(text: text, prompt: prompt).read)
  }

  private func prompt(
    within limit: Duration?, _ relief: Int32, _ modes: (TerminalModes) -> TerminalModes
  ) throws(TerminalError) -> Prompt {
    try Prompt(
      on: TerminalDevice(path: path), modes: modes, marksPastes: form != .plain, within: limit,
      interruption: interruption, relief: relief)
  }

  /// - Parameter endsLine: whether the end of the answer did not show.
  private func answer(
    at prompt: Prompt, endsLine: Bool, _ read: () throws(TerminalError) -> String
  ) throws(TerminalError) -> String {
    defer { prompt.withdraw() }
    do {
      let answer = try read()
      if endsLine { prompt.device.write("\n") }
      return answer
    } catch {
      // The cursor still stands behind the prompt; what is said next deserves a line of its own.
      prompt.device.write("\n")
      throw error
    }
  }
}

/// A line that is typed in the terminal's own line mode, shown or not.
struct PlainLine {
  let text: String
  let prompt: Prompt

  /// The line without its end, once it was typed.
  func read() throws(TerminalError) -> String {
    try prompt.stand()
    prompt.device.write(text)
    var line = TypedLine()
    while true {
      switch try prompt.next() {
      case .resized: break
      case .resumed:
        // What had been typed went with the stop.
        prompt.device.write(text)
        line = TypedLine()
      case .input:
        guard let chunk = try prompt.device.read(atMost: 4096), let answer = try line.take(chunk) else {
          continue
        }
        // Not after Ctrl-D, which ends the input.
        guard chunk.last == UInt8(ascii: "\n") else { return answer }
        let rest = try prompt.restOfPaste()
        let more = try rest.line()
        guard !more.allSatisfy(\.isWhitespace) else { return answer }
        line = TypedLine(answer + " " + more)
        if rest.endsLine { return try line.text() }
      }
    }
  }
}
