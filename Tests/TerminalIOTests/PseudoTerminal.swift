import Dispatch
import LibC

/// A terminal whose other end a test holds: it types, and sees the screen.
final class PseudoTerminal: Sendable {
  private let controller: Int32
  /// Kept open, or the controller's end would report a hang-up between two prompts.
  private let device: Int32
  let path: String

  /// There is none left, or there are none here.
  struct NotToBeHad: Error {}

  /// - Parameter columns: 0 is a terminal that does not know.
  init(columns: UInt16 = 0) throws(NotToBeHad) {
    var size = winsize(ws_row: columns == 0 ? 0 : 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var ends: (controller: Int32, device: Int32) = (-1, -1)
    // Not ttyname(3), whose answer every test on another thread writes over.
    var name = [UInt8](repeating: 0, count: 256)
    guard openpty(&ends.controller, &ends.device, nil, nil, &size) == 0,
      name.withUnsafeMutableBytes({ ttyname_r(ends.device, $0.baseAddress!, $0.count) }) == 0
    else {
      throw NotToBeHad()
    }
    (controller, device) = ends
    path = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
  }

  deinit {
    close(controller)
    close(device)
  }

  var descriptor: Int32 { device }

  var echoes: Bool {
    var modes = termios()
    tcgetattr(device, &modes)
    return modes.c_lflag & tcflag_t(ECHO) != 0
  }

  /// The modes as `stty -g` would print them.
  var modes: [UInt32] {
    var modes = termios()
    tcgetattr(device, &modes)
    let keys = withUnsafeBytes(of: modes.c_cc) { $0.map { UInt32($0) } }
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag].map { UInt32($0) } + keys
  }

  /// What the next to read this terminal would get, whole line or not; it is gone then.
  func leftover() -> String {
    var modes = termios()
    tcgetattr(device, &modes)
    let before = modes
    defer { withUnsafePointer(to: before) { _ = tcsetattr(device, TCSANOW, $0) } }
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(device, TCSANOW, &modes)
    return String(decoding: bytes(from: device, quiet: 100), as: UTF8.self)
  }

  /// What the screen shows since the last look, now that nobody writes to it any more.
  @discardableResult func rest() -> String {
    String(decoding: bytes(from: controller, quiet: 50), as: UTF8.self)
  }

  private func bytes(from descriptor: Int32, quiet: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&watched, 1, quiet) > 0 {
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  func resize(columns: UInt16) {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
  }

  func type(_ text: String) { type(Array(text.utf8)) }

  func type(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// What the screen shows since the last look, read until it ends in `end`. It may do so and be written to again
  /// before it is looked at: where something is there, three seconds without more are the end, too.
  @discardableResult func screen(endingIn end: String) -> String {
    var shown: [UInt8] = []
    let deadline = ContinuousClock.now + .seconds(3600)
    var lastChange = ContinuousClock.now
    while !shown.suffix(end.utf8.count).elementsEqual(end.utf8), ContinuousClock.now < deadline {
      var watched = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, 100) > 0 else {
        if !shown.isEmpty, ContinuousClock.now - lastChange > .seconds(3) { break }
        continue
      }
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = read(controller, &chunk, chunk.count)
      shown += chunk.prefix(max(0, count))
      lastChange = .now
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// Closes the window.
  func hangUp() {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(nothing, controller)
    close(nothing)
  }

  /// Lets a person act beside the test, which itself waits at a prompt.
  func person(_ acts: @escaping @Sendable (PseudoTerminal) -> Void) -> DispatchWorkItem {
    let work = DispatchWorkItem { acts(self) }
    DispatchQueue.global().async(execute: work)
    return work
  }
}

/// Two connected descriptors.
func makePipe() -> (reading: Int32, writing: Int32) {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { fatalError("no pipe to be had") }
  return (ends[0], ends[1])
}
