import CommandKit
import Essentials
import HTTPListener

extension Diagnosis {
  /// A file with a secret that others get at, in the way that `reason` says.
  static func exposed(_ file: String, holding secret: Text, _ reason: Text) -> Diagnosis {
    Diagnosis(
      .keyExposed, "\(file) contains \(secret), and \(reason)",
      hint: Hint("make it yours alone", copying: ["chmod", "600", file].shellLine))
  }

  /// The server has no certificate to show.
  init(_ error: TLSIdentity.Problem) {
    switch error {
    case .libraryMissing: self = .libraryMissing(SystemLibrary.crypto.rawValue)
    case .unreadable(let file, let reason):
      self.init(.cannotRead, "cannot read \(file) (\(reason))", retry: .newInput)
    case .exposed(let file):
      self = .exposed(file, holding: "the key", "others can read or change it")
    case .noKey(let file):
      self.init(
        .badCertificate, "\(file) does not contain a usable private key",
        hint: "use a PEM file without a passphrase", retry: .newInput)
    case .noCertificate(let file):
      self.init(
        .badCertificate, "\(file) does not contain a usable certificate", hint: "use a PEM file",
        retry: .newInput)
    case .otherKey(let file):
      self.init(
        .badCertificate, "the key in \(file) does not belong to the certificate", retry: .newInput)
    }
  }
}
