import Essentials

/// A library of the system that is opened when it is first needed.
package enum SystemLibrary: String, CaseIterable, Sendable {
  case curl = "libcurl"
  case crypto = "libcrypto"
  case qrencode = "libqrencode"
  case png = "libpng"
  case edit = "libedit"
  case argon2 = "libargon2"
  case fido2 = "libfido2"
  case xml2 = "libxml2"

  /// What it is needed for.
  var purpose: Text {
    switch self {
    case .curl: "requests to servers"
    case .crypto: "the local server, TOTP codes and signatures"
    case .qrencode: "QR codes"
    case .png: "pictures of QR codes"
    case .edit: "editing keys, and the history of the shell"
    case .argon2: "imported passwords with ARGON2 hashes"
    case .fido2: "passkeys on security keys"
    case .xml2: "SAML providers"
    }
  }
}
