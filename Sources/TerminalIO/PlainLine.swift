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
        if let chunk = try prompt.device.read(atMost: 4096), let answer = try line.take(chunk) {
          return answer
        }
      }
    }
  }
}
