package import IdentityToolkit

/// A language with the texts of all messages.
///
/// The texts contain the placeholders `{code}`, `{project}`, `{email}` and `{newEmail}`.
package struct MessageLanguage: Sendable, Equatable {
  /// The BCP 47 tag, which a mailed link carries.
  package let tag: String
  var otherTags: [String] = []
  let sms: String
  /// The first and last lines of mails.
  let greeting: String
  let farewell: String
  let signIn: Sentences
  let resetPassword: Sentences
  let verifyEmail: Sentences
  /// Sent to the new address before a change.
  let changeEmail: Sentences
  /// Sent to the old address after a change.
  let recoverEmail: Sentences
  let revertSecondFactor: Sentences

  struct Sentences: Sendable, Equatable {
    let subject: String
    /// The text before the link: what the link does.
    let request: String
    /// The text after the link: what to do if another person asked for it.
    let otherwise: String
  }

  static let all: [MessageLanguage] = [
    .german, .english, .spanish, .french, .indonesian, .italian, .japanese, .korean, .polish,
    .brazilianPortuguese, .russian, .turkish, .ukrainian, .vietnamese, .chinese, .traditionalChinese,
  ]

  /// Returns the language that is nearest to the client's request, or English if none matches.
  ///
  /// - Parameter locale: A BCP 47 tag, or Java's spelling of one, such as `pt_BR`.
  static func nearest(to locale: String?) -> MessageLanguage {
    locale.flatMap { LanguageTag($0.replacing("_", with: "-")) }.flatMap(matching) ?? .english
  }

  /// Returns the language that is nearest to a tag; nil if none matches.
  package static func matching(_ wanted: LanguageTag) -> MessageLanguage? {
    for tag in wanted.lookup {
      if let language = all.first(where: { $0.tag == tag || $0.otherTags.contains(tag) }) { return language }
    }
    return nil
  }

  func sentences(for requestType: OobRequestType) -> Sentences {
    switch requestType {
    case .emailSignIn: signIn
    case .passwordReset: resetPassword
    case .verifyAndChangeEmail: changeEmail
    case .recoverEmail: recoverEmail
    case .revertSecondFactorAddition: revertSecondFactor
    default: verifyEmail
    }
  }
}
