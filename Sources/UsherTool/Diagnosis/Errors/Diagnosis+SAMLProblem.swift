import CommandKit
import Essentials
import SAML

extension Diagnosis {
  /// A SAML provider's metadata could not be read.
  init(metadata problem: SAMLProblem) {
    switch problem {
    case .libraryMissing: self = .libraryMissing(SystemLibrary.xml2.rawValue)
    default:
      self.init(
        "auth/argument-error", .data, "the metadata cannot be used: \(SafeText.brief(problem.reason))",
        hint:
          "get the metadata of the identity provider: an EntityDescriptor, with a certificate of an RSA key of 2048 bits or more",
        retry: .newInput)
    }
  }
}
