import IdentityToolkit

/// A language, and everything that is sent in it. `{code}`, `{project}`, `{email}` and `{newEmail}` stand in the
/// texts for what they are about.
struct MessageLanguage: Sendable, Equatable {
  /// BCP 47; a mailed link carries it.
  let tag: String
  /// Other tags that mean it too.
  var otherTags: [String] = []
  /// An SMS with a code.
  let sms: String
  /// What mails begin with, and end with.
  let greeting: String
  let farewell: String
  let signIn: Sentences
  let resetPassword: Sentences
  let verifyEmail: Sentences
  /// To the new address, which is changed to.
  let changeEmail: Sentences
  /// To the old address, after a change.
  let recoverEmail: Sentences
  let revertSecondFactor: Sentences

  /// What a mail with a link says.
  struct Sentences: Sendable, Equatable {
    let subject: String
    /// Before the link: what it does.
    let request: String
    /// After the link: what to do if another person asked for it.
    let otherwise: String
  }

  static let all: [MessageLanguage] = [
    .german, .english, .spanish, .french, .indonesian, .italian, .japanese, .korean, .polish,
    .brazilianPortuguese, .russian, .turkish, .ukrainian, .vietnamese, .chinese, .traditionalChinese,
  ]

  /// The language that comes nearest to what a client asks for; English where none does.
  /// - Parameter locale: a BCP 47 tag, or Java's spelling of one, `pt_BR`.
  static func nearest(to locale: String?) -> MessageLanguage {
    let wanted = locale.flatMap { LanguageTag($0.replacing("_", with: "-")) }?.lookup ?? []
    for tag in wanted {
      if let language = all.first(where: { $0.tag == tag || $0.otherTags.contains(tag) }) { return language }
    }
    return .english
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
