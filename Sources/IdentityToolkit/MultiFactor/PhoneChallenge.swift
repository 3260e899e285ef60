/// The destination of a second factor's code, with the proof that a real app asks for it.
package struct PhoneChallenge: AppVerifiedRequest, Codable, Equatable, Sendable {
  /// At sign-in, this is the masked number of the hint.
  ///
  /// The server uses the enrolled number.
  package var phoneNumber: String?
  package var iosReceipt: String?
  package var iosSecret: String?
  package var recaptchaToken: String?
  package var playIntegrityToken: String?
  package var captchaResponse: String?
  package var recaptchaVersion: String?
  package var clientType: ClientType?

  package init(phoneNumber: String? = nil, clientType: ClientType? = nil) {
    self.phoneNumber = phoneNumber
    self.clientType = clientType
  }
}

/// The identifier of a second factor's SMS session.
package struct PhoneChallengeSession: Codable, Equatable, Sendable {
  package var sessionInfo: String?

  package init(sessionInfo: String?) {
    self.sessionInfo = sessionInfo
  }
}

/// The code of a second factor's SMS.
package struct PhoneChallengeAnswer: Codable, Equatable, Sendable {
  package var sessionInfo: String?
  package var code: String?

  package init(sessionInfo: String?, code: String?) {
    self.sessionInfo = sessionInfo
    self.code = code
  }
}
