import Essentials
import TerminalIO

/// A wait that whoever waits is told of.
struct Countdown {
  let world: World
  let person: Person

  /// Waits until `end`: at a terminal the seconds count down in place, and the line is clear afterwards.
  func wait(until end: Date, _ sentence: (_ seconds: Int) -> Text) throws(TerminalError) {
    let errors = world.standardError
    let catalog = world.catalog
    let seconds = { end.timeIntervalSince(world.now()) }
    guard seconds() > 0 else { return }
    let first = sentence(Int(seconds().rounded(.up)))
    // A line that wraps could not be taken back.
    let countsDown =
      person.seesProgress && LineWrapping.width(first.in(catalog)) < person.terminal.columns ?? 80
    if !countsDown { person.output.tell(first) }
    defer {
      if countsDown { try? errors.write(TerminalLine.clear) }
    }
    while case let left = seconds(), left > 0 {
      let shown = left.rounded(.up)
      if countsDown {
        try? errors.write(TerminalLine.clear + SafeText.line(sentence(Int(shown)).in(catalog)))
      }
      world.pause(.seconds(countsDown ? left - (shown - 1) : left))
      if world.interruption() != nil { throw .interrupted }
    }
  }
}
