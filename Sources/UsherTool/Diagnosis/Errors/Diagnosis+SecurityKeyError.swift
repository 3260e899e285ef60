import CommandKit
import Essentials
import IdentityToolkit
import SecurityKeys

extension Diagnosis {
  /// A security key could not be used, or refused.
  init(_ error: SecurityKeyError) {
    switch error {
    case .libraryMissing: self = .libraryMissing(SystemLibrary.fido2.rawValue)
    case .noDevice:
      self.init(
        .noAuthenticator, "no security key is plugged in",
        hint: "plug one in, or use a key file with --key-file", retry: .newInput)
    case .pinRequired: self.init(.securityKeyRefused, "the security key needs its PIN", retry: .newInput)
    case .wrongPIN(let left):
      self.init(
        .securityKeyRefused,
        left.map { "the PIN of the security key is wrong (\($0) more tries)" }
          ?? "the PIN of the security key is wrong", retry: .newInput)
    case .pinBlocked:
      self.init(
        .securityKeyRefused, "the security key accepts no PIN now, after too many wrong ones",
        hint:
          "unplug it and plug it in again; if that does not help, only a reset does, which erases its passkeys"
      )
    case .credentialExcluded: self.init(ServerError(.passkeyExists))
    case .noCredential:
      self.init(
        .noAuthenticator, "the security key has no passkey for this project",
        hint: "use another one, or sign in another way", retry: .newInput)
    case .timedOut:
      self.init(.nobodyAnswered, "nobody touched the security key in time", hint: "try again", retry: .same)
    case .cancelled:
      self.init(
        "auth/user-cancelled", .rejected, "the security key was not used: it was cancelled", retry: .same)
    case .unsupported:
      self.init(
        .noAuthenticator, "the security key cannot keep passkeys, or cannot verify you",
        hint: "if it has no PIN yet, set one with fido2-token -S or in the settings of a browser",
        retry: .newInput)
    case .failed(_, let text):
      self.init(.securityKeyRefused, "the security key failed (\(text))", retry: .same)
    }
  }
}
