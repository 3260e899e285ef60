internal import CEdit
internal import LibC

/// A line that can be edited while it is typed: libedit's keys; history and completion where they are asked for.
final class EditedLine {
  /// The name under which the system knows libedit.
  static let library = CEDIT_LIBRARY

  private let text: String
  private let prompt: Prompt
  private let assistance: LineAssistance?
  /// Nil until it is open.
  private var line: OpaquePointer?
  /// Why there is no answer, once that is so.
  private var failure: TerminalError?
  /// What libedit was given last, as far as it may be the mark of a paste.
  private var lastRead: ArraySlice<Unicode.Scalar> = []
  /// What is read before anything that the terminal has.
  private var ahead: ArraySlice<UInt8> = []
  /// While the history is searched.
  private var search: HistorySearch?
  /// The key that the search has to follow next.
  private var searchKey: Unicode.Scalar?

  /// Nil where libedit is missing or does not know the terminal.
  ///
  /// - Parameters:
  ///   - prompt: not standing yet, since libedit's first look is at the terminal as it was.
  ///   - terminal: its name in the terminal database.
  ///   - assistance: nil for an answer, which has neither history nor completion.
  init?(
    _ text: String, at prompt: Prompt, terminal: String, library: String, assistance: LineAssistance? = nil
  ) {
    self.text = text
    self.prompt = prompt
    self.assistance = assistance
    let keyboard = cedit_keyboard(
      context: Unmanaged.passUnretained(self).toOpaque(),
      read: { context, character in
        guard let scalar = EditedLine.at(context).nextScalar() else { return -1 }
        character?.pointee = wchar_t(bitPattern: scalar.value)
        return 1
      },
      paste: { EditedLine.at($0).insertPaste() }, complete: { EditedLine.at($0).complete() },
      search: { EditedLine.at($0).followSearch() })
    line = cedit_open(library, prompt.device.descriptor, terminal, text.wide, keyboard)
    if line == nil { return nil }
    if let assistance, cedit_assist(line) == 0 {
      for earlier in assistance.history { cedit_remember(line, earlier.wide) }
    }
  }

  deinit { close() }

  /// The line without its end, once it was typed. There is one.
  func read() throws(TerminalError) -> String {
    // It comes between the terminal and its modes, which are the prompt's to give back.
    defer { close() }
    try prompt.stand()
    var count: Int32 = 0
    let typed = cedit_read(line, &count)
    if let failure { throw failure }
    guard let typed, count > 0 else { throw .endOfInput }
    var text = String(wide: UnsafeBufferPointer(start: typed, count: Int(count)))
    if text.last?.isNewline == true { text.removeLast() }
    return text
  }

  private func close() {
    if let line { cedit_close(line) }
    line = nil
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> EditedLine {
    guard let context else { fatalError("libedit lost the line") }
    return Unmanaged.fromOpaque(context).takeUnretainedValue()
  }

  /// Nil once there is a failure: libedit may ask again before it gives up.
  private func nextScalar() -> Unicode.Scalar? {
    guard failure == nil else { return nil }
    do throws(TerminalError) {
      return try readScalar()
    } catch {
      fail(error)
      return nil
    }
  }

  private func insertPaste() {
    guard failure == nil else { return }
    lastRead = []
    do throws(TerminalError) {
      var paste = PastedText()
      while !(try paste.take(readByte())) {}
      try insert(paste.line())
    } catch {
      fail(error)
    }
  }

  private func insert(_ text: String) throws(TerminalError) {
    var rest = Array(text.unicodeScalars)[...]
    // At once libedit takes no more than it has room for.
    while !rest.isEmpty {
      var part = String.UnicodeScalarView()
      part.append(contentsOf: rest.prefix(200))
      rest = rest.dropFirst(200)
      guard cedit_insert(line, String(part).wide) == 0 else { throw .lineTooLong }
    }
  }

  private func complete() {
    guard failure == nil, let assistance else { return }
    var length = 0
    let start = cedit_before_cursor(line, &length)
    let completion = assistance.complete(String(wide: UnsafeBufferPointer(start: start, count: length)))
    do throws(TerminalError) {
      if let text = completion.certain {
        cedit_delete(line, completion.replaced.unicodeScalars.count)
        try insert(text)
      } else if !completion.choices.isEmpty {
        let (columns, rows) = (prompt.device.columns ?? 80, prompt.device.rows ?? 24)
        let list = completion.listed(columns: columns, rows: max(rows - 3, 1))
        cedit_show_below(line, list.map { $0 + "\n" }.joined())
      }
    } catch {
      fail(error)
    }
  }

  /// Begins to search the history, or goes on: libedit shows what has become of the line.
  private func followSearch() {
    guard failure == nil, let assistance else { return }
    do throws(TerminalError) {
      guard let current = search, let key = searchKey else {
        var length = 0
        let start = cedit_before_cursor(line, &length)
        let typed = String(wide: UnsafeBufferPointer(start: start, count: length))
        return try show(HistorySearch(in: assistance.history, from: typed))
      }
      searchKey = nil
      var next = current
      switch next.follow(key) {
      case .goesOn: try show(next)
      case .isOver: try end(next, at: next.line)
      case .isGivenUp: try end(next, at: next.typed)
      case .isOverBefore:
        try end(next, at: next.line)
        // Escape alone ends the search; it begins what arrow keys and pastes send, which are the line's.
        if key != "\u{1B}" || !ahead.isEmpty || prompt.device.hasInput(within: .milliseconds(20)) {
          ahead = (Array(String(key).utf8) + ahead)[...]
        }
      }
    } catch {
      fail(error)
    }
  }

  private func show(_ search: HistorySearch) throws(TerminalError) {
    self.search = search
    try replace(with: search.line, after: search.prompt)
  }

  private func end(_ search: HistorySearch, at line: String) throws(TerminalError) {
    self.search = nil
    try replace(with: line, after: text)
  }

  private func replace(with text: String, after prompt: String) throws(TerminalError) {
    cedit_clear(line)
    guard cedit_set_prompt(line, prompt.wide) == 0 else { throw .lineTooLong }
    try insert(text)
  }

  /// The terminal may be another job's by now; the prompt knows, libedit does not.
  private func fail(_ error: TerminalError) {
    failure = error
    cedit_release(line)
  }

  private func readScalar() throws(TerminalError) -> Unicode.Scalar {
    // libedit took the mark of a paste for something else, after a lone Esc say: its lines must not be obeyed.
    if lastRead == Self.pasteMark {
      lastRead = []
      var paste = PastedText()
      while !(try paste.take(readByte())) {}
    }
    var scalar = try nextTyped()
    if scalar == "\n" || scalar == "\r", ahead.isEmpty, try markRestOfPaste() { scalar = try nextTyped() }
    if search != nil {
      searchKey = scalar
      return Self.searchMark
    }
    lastRead = (lastRead + [scalar]).suffix(Self.pasteMark.count)
    return scalar
  }

  /// Puts the marks of a paste around the lines that came with the one that has just ended; false where none came.
  private func markRestOfPaste() throws(TerminalError) -> Bool {
    let rest = try prompt.device.restOfPaste()
    let text = try rest.line()
    guard !text.allSatisfy(\.isWhitespace) else { return false }
    // A command is looked at before it runs; an answer is whole.
    let end = assistance == nil && rest.endsLine ? "\r" : ""
    ahead = Array((BracketedPaste.begin + " " + text + BracketedPaste.end + end).utf8)[...]
    return true
  }

  private static let searchMark = Unicode.Scalar(UInt8(CEDIT_SEARCH))
  private static let pasteMark = Array("\u{1B}[200~".unicodeScalars)[...]

  private func nextTyped() throws(TerminalError) -> Unicode.Scalar {
    var bytes = [try readByte()]
    // The first byte tells by its leading ones how many there are; all others begin with 10.
    let count = (~bytes[0]).leadingZeroBitCount
    while bytes.count < count && bytes.count < 4 {
      bytes.append(try readByte())
      if bytes[bytes.count - 1] >> 6 != 0b10 { throw .notText }
    }
    guard let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first else { throw .notText }
    return scalar
  }

  /// One at a time: what is not part of the line stays in the terminal, where it can be dropped.
  private func readByte() throws(TerminalError) -> UInt8 {
    if let byte = ahead.popFirst() { return byte }
    while true {
      switch try prompt.next() {
      case .resumed, .resized: cedit_redraw(line)
      case .input:
        guard let bytes = try prompt.device.read(atMost: 1) else { continue }
        guard let byte = bytes.first else { throw .endOfInput }
        return byte
      }
    }
  }
}

extension String {
  fileprivate var wide: [wchar_t] { unicodeScalars.map { wchar_t(bitPattern: $0.value) } + [0] }

  fileprivate init(wide characters: some Sequence<wchar_t>) {
    var scalars = UnicodeScalarView()
    scalars.append(contentsOf: characters.compactMap { Unicode.Scalar(UInt32(bitPattern: $0)) })
    self.init(scalars)
  }
}

/// libedit, which tells nobody its version.
package enum EditLibrary {
  package static var isAvailable: Bool { path != nil }

  /// The number in the name of the library's own file, like 2.0.70; nil where there is none.
  package static var version: String? {
    path.flatMap(number)
  }

  /// The library's own file.
  private static var path: String? {
    guard let path = cedit_file(EditedLine.library) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  static func number(in path: String) -> String? {
    let parts = (path.split(separator: "/").last ?? "").split(separator: ".")
    let digits = parts.dropFirst().filter { $0.allSatisfy { ("0"..."9").contains($0) } }
    return digits.isEmpty ? nil : digits.joined(separator: ".")
  }
}
