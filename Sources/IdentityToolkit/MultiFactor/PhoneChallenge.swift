/// Where a second factor's code goes, and what shows that a real app asks for it.
package struct PhoneChallenge: AppVerifiedRequest, Codable, Equatable, Sendable {
  /// At sign-in the masked number of the hint; the server takes the one it has enrolled.
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

/// What a second factor's SMS session is known by.
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
