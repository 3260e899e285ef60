import Essentials
import IdentityToolkit

/// The text of a mail with a link.
struct MailText: Sendable, Equatable {
  var subject: String
  var body: String

  /// - Parameters:
  ///   - email: The account's address, or the address that signs in.
  ///   - newEmail: The address that replaces it or has replaced it.
  init(
    _ requestType: OobRequestType, project: String, email: String, newEmail: String?, link: String,
    language: MessageLanguage
  ) {
    let values = ["project": project, "email": email, "newEmail": newEmail ?? email]
    func filled(_ text: String) -> String { MessageTemplate(text).filled(with: values) }
    let sentences = language.sentences(for: requestType)
    subject = filled(sentences.subject)
    body = [
      language.greeting, filled(sentences.request), link, sentences.otherwise, filled(language.farewell),
    ].joined(separator: "\n\n")
  }
}
