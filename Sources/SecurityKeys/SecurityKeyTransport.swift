/// How commands reach a security key that is not on USB.
///
/// `command` is the command byte of CTAPHID, and the bytes are its whole message. Different threads may send at the
/// same time, because a command can be cancelled while its answer is awaited.
package protocol SecurityKeyTransport: AnyObject, Sendable {
  /// Sends a message; returns false if that fails.
  func send(_ command: UInt8, _ message: [UInt8]) -> Bool

  /// Waits for the answer to a command; returns nil if there is none in time.
  ///
  /// - Parameter milliseconds: How long to wait; nil for as long as it takes.
  func receive(_ command: UInt8, within milliseconds: Int?) -> [UInt8]?
}
