import AuthCore
public import Essentials

/// What an authenticator app is given. A secret: show it once, keep it nowhere.
public struct TOTPSecret: Sendable, Equatable {
  let core: AuthCore.TOTPSecret

  init(_ core: AuthCore.TOTPSecret) {
    self.core = core
  }

  /// The secret in Base32, as people type it into an app.
  public func sharedSecretKey() -> String { core.sharedSecretKey }

  /// `SHA1`, `SHA256` or `SHA512`.
  public var hashingAlgorithm: String { core.hashingAlgorithm }
  /// The number of digits of a code.
  public var codeLength: Int { core.codeLength }
  /// The seconds that a code is good for.
  public var codeIntervalSeconds: Int { core.codeInterval }
  /// Until when the enrollment has to be finished; about 15 minutes.
  public var enrollmentCompletionDeadline: Date { core.enrollmentCompletionDeadline }

  /// What a QR code has to say: `otpauth://totp/…`, which authenticator apps take.
  /// - Parameters:
  ///   - accountName: Shown in the app, the user's address for example.
  ///   - issuer: Shown in the app, the name of the product.
  public func generateQRCodeURL(withAccountName accountName: String, issuer: String) -> String {
    core.otpauthURL(accountName: accountName, issuer: issuer)
  }
}

/// Without what is secret in it, also where it is dumped.
extension TOTPSecret: CustomStringConvertible, CustomReflectable {
  public var description: String { "the secret of an authenticator app" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
