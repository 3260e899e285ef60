internal import CSystem
internal import LibC

/// The terminal the person sits at, whatever standard input and output are connected to.
///
/// Lines are read in the terminal's own line mode: its erase keys work, there is no history. Whatever is
/// shown goes through `SafeText`, since prompts name things that came from elsewhere.
package struct SystemTerminal: Terminal {
  private let path: String
  private let streams: [Int32]
  private let interruption: Int32

  /// - Parameters:
  ///   - path: the terminal's device.
  ///   - streams: the descriptors that must be terminals too before anybody is asked.
  ///   - interruption: a descriptor that ends a wait when it becomes readable.
  package init(
    path: String = "/dev/tty", streams: [Int32] = [STDIN_FILENO, STDERR_FILENO],
    interruption: Int32 = Interruption.descriptor
  ) {
    self.path = path
    self.streams = streams
    self.interruption = interruption
  }

  package var isInteractive: Bool {
    guard streams.allSatisfy({ isatty($0) == 1 }) else { return false }
    return (try? TerminalDevice(path: path)) != nil
  }

  package var columns: Int? {
    guard let device = try? TerminalDevice(path: path) else { return nil }
    let columns = csystem_columns(device.descriptor)
    return columns > 0 ? Int(columns) : nil
  }

  package func ask(_ prompt: String, within limit: Duration?) throws(TerminalError) -> String {
    try answer(to: prompt, on: TerminalDevice(path: path), within: limit)
  }

  package func askSecret(_ prompt: String, within limit: Duration?) throws(TerminalError) -> String {
    let device = try TerminalDevice(path: path)
    // Before the prompt: whoever types as soon as it shows must not be seen.
    guard csystem_hide_input(device.descriptor) == 0 else { throw .io(reason: systemMessage(errno)) }
    defer { csystem_show_input() }
    let secret = try answer(to: prompt, on: device, within: limit)
    device.write("\n")
    return secret
  }

  package func say(_ text: String) {
    guard let device = try? TerminalDevice(path: path) else { return }
    device.write(SafeText.lines(text) + "\n")
  }

  package func draw(_ code: QRCode, inColor: Bool) {
    guard let device = try? TerminalDevice(path: path) else { return }
    device.write(code.halfBlocks(inColor: inColor).map { $0 + "\n" }.joined())
  }

  private func answer(
    to prompt: String, on device: borrowing TerminalDevice, within limit: Duration?
  ) throws(TerminalError) -> String {
    device.write(SafeText.lines(prompt))
    do {
      return try device.readLine(until: limit.map { .now + $0 }, orReadable: interruption)
    } catch {
      // The cursor still stands behind the prompt; what is said next deserves a line of its own.
      device.write("\n")
      throw error
    }
  }
}
