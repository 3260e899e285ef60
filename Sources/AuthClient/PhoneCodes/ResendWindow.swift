package import Essentials

/// The time after a message in which no other one is sent for the same purpose.
package struct ResendWindow: Equatable, Sendable {
  package let start: Date
  package let end: Date

  /// The length for every kind of message, in seconds.
  package static let length: Double = 60

  package init(from start: Date, until end: Date) {
    self.start = start
    self.end = end
  }

  /// Whether `now` is within the window. If the clock was set back to before the message, the answer is false, so that
  /// nobody waits longer.
  package func contains(_ now: Date) -> Bool { start <= now && now < end }
}
