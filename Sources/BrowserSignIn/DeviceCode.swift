public import Essentials
import OpenIDConnect

/// The code and address with which a user signs in on another machine.
public struct DeviceCode: Sendable, Equatable {
  /// The code that the user types.
  public let userCode: String
  /// The address of the page on which the user types the code.
  public let verificationURL: URL
  /// The same address with the code in it, for a QR code; nil if the provider does not return one.
  public let verificationURLComplete: URL?
  /// How long the code is valid.
  public let expiresIn: Duration

  /// Reads the provider's answer; nil if its address is not valid.
  init?(_ device: DeviceAuthorization) {
    guard let url = URL(string: device.verificationURI) else { return nil }
    userCode = SafeText.line(device.userCode)
    verificationURL = url
    verificationURLComplete = device.completeURI.flatMap { URL(string: $0) }
    expiresIn = device.lifetime
  }
}
