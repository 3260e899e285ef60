import LibC
import Testing

/// A terminal at which a test sits: it types, and sees the screen.
final class PseudoTerminal: Sendable {
  private let controller: Int32
  /// Kept open, so that its modes can be looked at when the program is gone.
  private let device: Int32
  let path: String

  /// There is none left, or there are none here.
  struct NotToBeHad: Error {}

  /// - Parameter rows: 0 is a terminal that does not know its size.
  init(rows: UInt16 = 0) throws(NotToBeHad) {
    var size = winsize(ws_row: rows, ws_col: rows == 0 ? 0 : 80, ws_xpixel: 0, ws_ypixel: 0)
    var ends: (controller: Int32, device: Int32) = (-1, -1)
    // Not ttyname(3), whose answer every test on another thread writes over.
    var name = [UInt8](repeating: 0, count: 256)
    guard openpty(&ends.controller, &ends.device, nil, nil, &size) == 0,
      name.withUnsafeMutableBytes({ ttyname_r(ends.device, $0.baseAddress!, $0.count) }) == 0
    else {
      throw NotToBeHad()
    }
    for end in [ends.controller, ends.device] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (controller, device) = ends
    path = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
  }

  deinit {
    close(controller)
    close(device)
  }

  /// The modes as `stty -g` would print them.
  var modes: [UInt32] {
    var modes = termios()
    tcgetattr(device, &modes)
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag].map { UInt32($0) }
  }

  /// Whether lines are shown and edited by the terminal itself, as a shell's commands expect it.
  var showsLines: Bool { modes[3] & UInt32(ICANON | ECHO) == UInt32(ICANON | ECHO) }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    guard write(controller, bytes, bytes.count) == bytes.count else {
      fatalError("nobody reads the keyboard")
    }
  }

  /// What the screen shows since the last look, up to and with `text`.
  @discardableResult
  func screen(upTo text: String) throws -> String {
    var shown: [UInt8] = []
    let deadline = ContinuousClock.now + .seconds(3600)
    while ContinuousClock.now < deadline {
      var watched = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, 100) > 0 else { continue }
      var byte: UInt8 = 0
      guard read(controller, &byte, 1) == 1 else { break }
      shown.append(byte)
      if shown.suffix(text.utf8.count).elementsEqual(text.utf8) {
        return String(decoding: shown, as: UTF8.self)
      }
    }
    throw NotShown(expected: text, shown: String(decoding: shown, as: UTF8.self))
  }

  struct NotShown: Error {
    var expected: String
    var shown: String
  }

  /// What the screen shows since the last look, now that nobody writes to it any more.
  var rest: String {
    var shown: [UInt8] = []
    var watched = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    while poll(&watched, 1, 50) > 0 {
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = read(controller, &chunk, chunk.count)
      guard count > 0 else { break }
      shown += chunk[..<count]
    }
    return String(decoding: shown, as: UTF8.self)
  }
}
