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
