package import IdentityToolkit

/// A sender of silent pushes to the devices of app tokens.
package protocol PushDelivery: Sendable {
  /// Returns a function that sends a push to the device of `appToken`, or nil if no push can reach it.
  ///
  /// The function does not wait for the push to arrive, and does not report if it did.
  func way(to appToken: String) -> (@Sendable (VerificationPush) -> Void)?
}
