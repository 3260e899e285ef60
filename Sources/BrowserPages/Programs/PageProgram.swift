import Essentials

extension BrowserPage {
  /// What a page does with a script before its form is sent.
  package enum Program: Sendable, Equatable {
    case recaptcha(Challenge)
    case passkey(PasskeyCeremony)

    func markup(in catalog: Catalog) -> String {
      switch self {
      case .recaptcha(let challenge): challenge.markup(in: catalog)
      case .passkey(let ceremony): ceremony.markup(in: catalog)
      }
    }

    var script: String {
      switch self {
      case .recaptcha: Challenge.program
      case .passkey: PasskeyCeremony.program
      }
    }

    /// The fields of the form that the script fills in.
    var resultNames: [String] {
      switch self {
      case .recaptcha: [Challenge.tokenName]
      case .passkey: [PasskeyCeremony.answerName, PasskeyCeremony.failureName]
      }
    }

    /// What the script may load, besides itself.
    var policy: Challenge.Policy? {
      if case .recaptcha(let challenge) = self { challenge.policy } else { nil }
    }
  }

  /// The field of the form's button, which gives up.
  static let cancelName = "cancel"
}
