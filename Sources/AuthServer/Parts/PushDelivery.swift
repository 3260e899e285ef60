package import IdentityToolkit

/// Brings silent pushes to the devices that app tokens name.
package protocol PushDelivery: Sendable {
  /// A way to send to the device of `appToken`; nil where no push gets there.
  ///
  /// The way does not wait for the push to arrive, and nobody learns whether it did.
  func way(to appToken: String) -> (@Sendable (VerificationPush) -> Void)?
}
