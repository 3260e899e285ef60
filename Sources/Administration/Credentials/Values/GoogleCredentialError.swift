package import Crypto
package import Essentials
package import HTTP

/// A reason why there is no access token.
///
/// It never contains a key, token or secret. Names from files and answers are safe to show.
package enum GoogleCredentialError: Error, Equatable, Sendable {
  /// The file at this path cannot be used.
  case file(path: String, FileProblem)
  /// The text of a credentials file is not a JSON object, or it has a member twice.
  case malformedFile
  /// The file's `type` is not one of the four that usher knows.
  case unknownType(String)
  case missingMember(String)
  /// The member has another type or form than expected.
  case invalidMember(String)
  /// usher does not do what this member asks for.
  ///
  /// `value` is set if the same member with another value would be possible.
  case unsupported(member: String, value: String?)
  /// The member names an address that must not get a secret.
  ///
  /// `origin` is nil if the text is not a URL of the usual form.
  case forbiddenAddress(member: String, origin: String?)
  /// The member does not contain a usable RSA key.
  case unreadableKey(member: String)
  /// The signature could not be made.
  case crypto(CryptoError)
  /// The text from this source is not an access token.
  case malformedToken(CredentialSource)
  /// The source of the subject token returned something else.
  ///
  /// `member` names the place in the credentials file that says where the source is.
  case malformedSubjectToken(member: String)
  /// The endpoint refused.
  case refused(OAuthRefusal)
  /// The endpoint's answer is not the expected one.
  ///
  /// `what` names the missing part.
  case malformedAnswer(origin: String, what: String)
  /// There was no usable answer from this origin.
  case network(origin: String, HTTPError)

  /// A reason why a file cannot be used.
  package enum FileProblem: Error, Equatable, Sendable {
    case notFound
    /// `reason` is the system's message.
    case unreadable(reason: Text)
    /// The file exceeds this limit, in bytes.
    case tooLarge(limit: Int)
    case notUTF8
  }
}
