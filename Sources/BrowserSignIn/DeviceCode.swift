public import Essentials
import OpenIDConnect

/// What a person needs to sign in on another machine.
public struct DeviceCode: Sendable, Equatable {
  /// What they type.
  public let userCode: String
  /// Where they type it.
  public let verificationURL: URL
  /// The same with the code in it, for a QR code; nil where the provider gives none.
  public let verificationURLComplete: URL?
  /// How long the code is good.
  public let expiresIn: Duration

  /// Nil for a provider whose address is none.
  init?(_ device: DeviceAuthorization) {
    guard let url = URL(string: device.verificationURI) else { return nil }
    userCode = SafeText.line(device.userCode)
    verificationURL = url
    verificationURLComplete = device.completeURI.flatMap { URL(string: $0) }
    expiresIn = device.lifetime
  }
}
