/// An answer that signs a user in or continues a session.
package protocol SessionAnswer {
  var idToken: String? { get set }
  var refreshToken: String? { get set }
  var expiresIn: String? { get set }
  var mfaPendingCredential: String? { get set }
  var mfaInfo: [MFAEnrollment]? { get set }
}

// Not every answer has all of the fields.
extension SessionAnswer {
  package var expiresIn: String? {
    get { nil }
    set {}
  }
  package var mfaPendingCredential: String? {
    get { nil }
    set {}
  }
  package var mfaInfo: [MFAEnrollment]? {
    get { nil }
    set {}
  }
}
