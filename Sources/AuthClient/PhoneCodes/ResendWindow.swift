package import Essentials

/// The time after a message in which asking again sends nothing: the message on its way still stands.
package struct ResendWindow: Equatable, Sendable {
  package let start: Date
  package let end: Date

  /// Seconds, for every kind of message.
  package static let length: Double = 60

  package init(from start: Date, until end: Date) {
    self.start = start
    self.end = end
  }

  /// A clock that was set back to before the sending ends the wait: it must not become longer than it was.
  package func contains(_ now: Date) -> Bool { start <= now && now < end }
}
