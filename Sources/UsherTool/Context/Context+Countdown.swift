import Essentials
import TerminalIO

extension Context {
  /// Waits until `end`, and tells whoever waits how long: at a terminal the seconds count down in place, and the
  /// line is clear afterwards.
  func wait(until end: Date, _ sentence: (_ seconds: Int) -> String) throws(TerminalError) {
    let seconds = { [now] in end.timeIntervalSince(now()) }
    guard seconds() > 0 else { return }
    let first = sentence(Int(seconds().rounded(.up)))
    // A line that wraps could not be taken back.
    let countsDown = showsProgress && first.count < terminal.columns ?? 80
    if !countsDown { tell(first) }
    defer {
      if countsDown { try? standardError.write(TerminalLine.clear) }
    }
    while case let left = seconds(), left > 0 {
      let shown = left.rounded(.up)
      if countsDown { try? standardError.write(TerminalLine.clear + sentence(Int(shown))) }
      pause(.seconds(countsDown ? left - (shown - 1) : left))
      if interruption() != nil { throw .interrupted }
    }
  }
}
