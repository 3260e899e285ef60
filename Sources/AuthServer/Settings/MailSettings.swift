import Essentials
import IdentityToolkit

struct MailSettings: Sendable {
  /// The page that mailed links lead to.
  ///
  /// It can have a query.
  let callbackURI: String?
  private let config: JSONValue?

  /// Reads `notification.sendEmail` of Google's configuration object.
  init(_ config: JSONValue?) {
    self.config = config
    callbackURI = config?["callbackUri"]?.string?.nonEmpty
  }

  /// The parts of a template that say who sends a mail.
  ///
  /// The others are the text of the mail.
  static let senderParts: Set = ["replyTo", "senderDisplayName", "senderLocalPart"]

  /// Returns the address that a mail comes from, with the sender's name if the project set one.
  ///
  /// - Parameter project: The project, whose Hosting domain sends its mails.
  func sender(of type: OobRequestType, project: String) -> String {
    let template = template(of: type)
    let address = "\(template?["senderLocalPart"]?.string?.nonEmpty ?? "noreply")@\(project).firebaseapp.com"
    return template?["senderDisplayName"]?.string?.nonEmpty.map { "\($0) <\(address)>" } ?? address
  }

  /// Returns the address that answers to a mail go to, or nil if the project set none.
  func replyTo(of type: OobRequestType) -> String? {
    template(of: type)?["replyTo"]?.string?.nonEmpty
  }

  /// Sign-in links have no template. Neither do links to a new address, as far as is known.
  private func template(of type: OobRequestType) -> JSONValue? {
    switch type {
    case .passwordReset: config?["resetPasswordTemplate"]
    case .verifyEmail: config?["verifyEmailTemplate"]
    case .recoverEmail: config?["changeEmailTemplate"]
    case .revertSecondFactorAddition: config?["revertSecondFactorAdditionTemplate"]
    default: nil
    }
  }
}
