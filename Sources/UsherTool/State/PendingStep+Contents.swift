package import Essentials

/// An SMS that was sent.
package struct SentCode: Codable, Equatable, Sendable {
  /// As typed, or a hint's masked number.
  package var phone: String
  package var verificationID: String
  package var sentAt: Date
  package var resendAfter: Date

  package init(phone: String, verificationID: String, sentAt: Date, resendAfter: Date) {
    self.phone = phone
    self.verificationID = verificationID
    self.sentAt = sentAt
    self.resendAfter = resendAfter
  }

  /// Another may not be sent yet.
  package func stands(at now: Date) -> Bool {
    stillStands(from: sentAt, until: resendAfter, at: now)
  }

  private enum CodingKeys: String, CodingKey {
    case phone
    case verificationID = "verification_id"
    case sentAt = "sent_at"
    case resendAfter = "resend_after"
  }
}

/// A number that was proved and belongs to another account: signs in to that one, without another message.
package struct PhoneProof: Codable, Equatable, Sendable {
  package var phone: String
  package var proof: String

  /// Seconds; what servers announce.
  package static let lifetime: Double = 3600

  package init(phone: String, proof: String) {
    self.phone = phone
    self.proof = proof
  }
}

/// A mail with a link that was sent.
package struct SentLink: Codable, Equatable, Sendable {
  package var email: String
  /// The address that a change of address leads to.
  package var newEmail: String?
  package var sentAt: Date
  package var resendAfter: Date?

  package init(email: String, newEmail: String? = nil, sentAt: Date, resendAfter: Date? = nil) {
    self.email = email
    self.newEmail = newEmail
    self.sentAt = sentAt
    self.resendAfter = resendAfter
  }

  /// Another may not be sent yet.
  package func stands(at now: Date) -> Bool {
    stillStands(from: sentAt, until: resendAfter ?? sentAt, at: now)
  }

  private enum CodingKeys: String, CodingKey {
    case email
    case newEmail = "new_email"
    case sentAt = "sent_at"
    case resendAfter = "resend_after"
  }
}

/// A clock that was set back to before the sending ends the wait: it must not become longer than it was.
private func stillStands(from start: Date, until end: Date, at now: Date) -> Bool {
  start <= now && now < end
}

/// A first factor was right; one of `factors` has to follow.
package struct SecondFactorChoice: Codable, Equatable, Sendable {
  package var pendingCredential: String
  package var factors: [SavedFactor]
  package var challenge: Challenge?
  /// What the first factor told; absent in steps of older versions.
  package var told: FirstFactorInfo?
  /// An authenticator app's code that was sent to the server, while no answer is known.
  package var unansweredCode: String?

  /// The factor that was chosen, and its SMS unless it is an authenticator app.
  package struct Challenge: Codable, Equatable, Sendable {
    package var factorID: String
    package var sentCode: SentCode?

    package init(factorID: String, sentCode: SentCode? = nil) {
      self.factorID = factorID
      self.sentCode = sentCode
    }

    private enum CodingKeys: String, CodingKey {
      case factorID = "factor_id"
      case sentCode = "sent_code"
    }
  }

  package init(
    pendingCredential: String, factors: [SavedFactor], challenge: Challenge? = nil,
    told: FirstFactorInfo? = nil
  ) {
    self.pendingCredential = pendingCredential
    self.factors = factors
    self.challenge = challenge
    self.told = told
  }

  private enum CodingKeys: String, CodingKey {
    case factors, challenge
    case pendingCredential = "pending_credential"
    case told = "first_factor"
    case unansweredCode = "unanswered_code"
  }
}

/// What a first factor tells beyond the user, until the second one ends the sign-in.
package struct FirstFactorInfo: Codable, Equatable, Sendable {
  package var isNewUser: Bool
  package var providerID: String?
  /// What an identity provider says of the person: JSON as text, for however deep it is nested, it must not make
  /// the state unreadable.
  package var profile: String?

  package init(isNewUser: Bool, providerID: String?, profile: String? = nil) {
    self.isNewUser = isNewUser
    self.providerID = providerID
    self.profile = profile
  }

  private enum CodingKeys: String, CodingKey {
    case profile
    case isNewUser = "is_new_user"
    case providerID = "provider"
  }
}

/// An authenticator app that was shown its secret; the secret itself is never saved.
package struct TOTPEnrollment: Codable, Equatable, Sendable {
  package var sessionInfo: String
  package var name: String?
  package var codeLength: Int

  package init(sessionInfo: String, name: String? = nil, codeLength: Int = 6) {
    self.sessionInfo = sessionInfo
    self.name = name
    self.codeLength = codeLength
  }

  private enum CodingKeys: String, CodingKey {
    case name
    case sessionInfo = "session_info"
    case codeLength = "code_length"
  }
}
