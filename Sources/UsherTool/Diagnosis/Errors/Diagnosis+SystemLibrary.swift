import CommandKit
import Essentials
import IdentityToolkit
import SAML
import SecurityKeys
import TerminalIO

extension Diagnosis {
  /// A security key could not be used, or refused.
  init(_ error: SecurityKeyError) {
    switch error {
    case .libraryMissing: self = .libraryMissing(SystemLibrary.fido2.rawValue)
    case .noDevice:
      self.init(
        .noAuthenticator, "no security key is plugged in",
        hint: "plug one in, or use a key file with --key-file")
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
        hint: "use another one, or sign in another way")
    case .timedOut:
      self.init(.nobodyAnswered, "nobody touched the security key in time", hint: "try again")
    case .cancelled:
      self.init(
        "auth/user-cancelled", .rejected, "the security key was not used: it was cancelled", retry: .same)
    case .unsupported:
      self.init(
        .noAuthenticator, "the security key cannot keep passkeys, or cannot verify you",
        hint: "if it has no PIN yet, set one with fido2-token -S or in the settings of a browser")
    case .failed(_, let text):
      self.init(.securityKeyRefused, "the security key failed (\(text))", retry: .same)
    }
  }
}

// The terminal, the output, and what is drawn there.

extension Diagnosis {
  /// The person could not be asked.
  init(_ error: TerminalError) {
    switch error {
    case .endOfInput:
      self.init(.noInput, "the input ended")
    case .timedOut:
      self.init(.nobodyAnswered, "nobody answered in time", hint: "try again with a longer --wait-limit")
    case .interrupted:
      self.init(.interrupted, Text("interrupted"), retry: .same)
    case .notATerminal:
      self.init(.noTerminal, "usher cannot ask you: there is no terminal", retry: .newInput)
    case .lineTooLong:
      self.init(.lineTooLong, "the line is too long for the terminal")
    case .notText:
      self.init(.notText, "the text that you typed is not UTF-8")
    case .io(let reason):
      self.init(.io, "the terminal failed (\(reason))", retry: .same)
    }
  }

  /// The result could not be written.
  init(_ error: OutputError) {
    let reason: Text =
      switch error {
      case .full: "no room on the disk"
      case .brokenPipe: "the program that reads it has ended"
      case .closed: "it is closed"
      case .failed(let reason): Text(verbatim: reason)
      }
    self.init(.outputLost, "cannot write the result (\(reason))", retry: .same)
  }

  /// There is no QR code to be shown or written.
  init(_ error: QRCodeError) {
    switch error {
    case .libraryMissing(let name): self = .libraryMissing(name)
    case .tooLong: self.init(.qrTooLong, "the text is too long for a QR code")
    case .failed: self.init(.qrFailed, "the QR code could not be made")
    }
  }

  /// The library called `name` is not there.
  static func libraryMissing(_ name: String) -> Diagnosis {
    var diagnosis = Diagnosis(
      .libraryMissing, "the library \(name) is not installed")
    diagnosis.library = SystemLibrary(rawValue: name)
    return diagnosis
  }
}

extension Diagnosis {
  /// A SAML provider's metadata could not be read.
  init(metadata problem: SAMLProblem) {
    switch problem {
    case .libraryMissing: self = .libraryMissing(SystemLibrary.xml2.rawValue)
    default:
      self.init(
        "auth/argument-error", .data, "the metadata cannot be used: \(SafeText.brief(problem.reason))",
        hint:
          "get the metadata of the identity provider: an EntityDescriptor, with a certificate of an RSA key of 2048 bits or more"
      )
    }
  }
}
