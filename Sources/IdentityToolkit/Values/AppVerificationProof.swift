/// An app's proof that it is the real app.
///
/// Every request that causes an SMS contains one. A request about a password or a mail contains only the part for
/// reCAPTCHA Enterprise.
package struct AppVerificationProof: Equatable, Sendable {
  /// From `VerifyClient`.
  ///
  /// The secret came with the push.
  package var iosReceipt: String?
  package var iosSecret: String?
  /// reCAPTCHA v2.
  package var recaptchaToken: String?
  package var playIntegrityToken: String?
  /// reCAPTCHA Enterprise, or `noRecaptcha`.
  package var captchaResponse: String?
  /// `enterprise`, whenever there is a captcha response.
  package var recaptchaVersion: String?
  package var clientType: ClientType?

  package init() {}

  /// Says that another proof replaces reCAPTCHA Enterprise.
  package static let noRecaptcha = "NO_RECAPTCHA"
  package static let enterprise = "RECAPTCHA_ENTERPRISE"
}

/// A request, or a part of one, that can contain a token of reCAPTCHA Enterprise.
package protocol RecaptchaRequest {
  var captchaResponse: String? { get set }
  var recaptchaVersion: String? { get set }
  var clientType: ClientType? { get set }
}

extension RecaptchaRequest {
  package var recaptcha: AppVerificationProof {
    get {
      var proof = AppVerificationProof()
      proof.captchaResponse = captchaResponse
      proof.recaptchaVersion = recaptchaVersion
      proof.clientType = clientType
      return proof
    }
    set {
      captchaResponse = newValue.captchaResponse
      recaptchaVersion = newValue.recaptchaVersion
      clientType = newValue.clientType
    }
  }
}

/// A request, or a part of one, that contains such a proof among its own fields.
package protocol AppVerifiedRequest: RecaptchaRequest {
  var iosReceipt: String? { get set }
  var iosSecret: String? { get set }
  var recaptchaToken: String? { get set }
  var playIntegrityToken: String? { get set }
}

extension AppVerifiedRequest {
  package var proof: AppVerificationProof {
    get {
      var proof = recaptcha
      proof.iosReceipt = iosReceipt
      proof.iosSecret = iosSecret
      proof.recaptchaToken = recaptchaToken
      proof.playIntegrityToken = playIntegrityToken
      return proof
    }
    set {
      recaptcha = newValue
      iosReceipt = newValue.iosReceipt
      iosSecret = newValue.iosSecret
      recaptchaToken = newValue.recaptchaToken
      playIntegrityToken = newValue.playIntegrityToken
    }
  }
}
