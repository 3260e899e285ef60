package import Essentials
package import IdentityToolkit

/// The reason why an account cannot enroll a second factor, as far as the client knows before it sends a request.
package enum EnrollmentObstacle: Equatable, Sendable {
  /// The sign-in was by phone, anonymous or with a custom token. Such a sign-in cannot have a second factor.
  case unsuitableSignIn
  case enrolledAlready
  case tooManyFactors(limit: Int)
  case unverifiedAddress
  /// The sign-in is older than the service allows.
  case oldSignIn
}

extension EnrollmentObstacle {
  /// The maximum age of a sign-in for an enrollment, in seconds.
  private static let recent: Double = 300
  private static let mostFactors = 5

  /// Finds what prevents the enrollment of the factor; nil if nothing does.
  /// - Parameters:
  ///   - user: The user, with the account's current data.
  ///   - number: The phone's number, if the factor is a phone.
  package init?(for user: UserRecord, enrolling type: FactorID, number: PhoneNumber?, at now: Date) {
    let age = user.tokens.serviceTime(at: now).timeIntervalSince(user.tokens.idToken.signedInAt)
    if !user.tokens.idToken.allowsSecondFactor {
      self = .unsuitableSignIn
    } else if user.factors.contains(where: { factor in
      factor.type == type && (type == .totp || factor.phoneNumber == number?.e164)
    }) {
      self = .enrolledAlready
    } else if user.factors.count >= Self.mostFactors {
      self = .tooManyFactors(limit: Self.mostFactors)
    } else if !user.isEmailVerified {
      self = .unverifiedAddress
    } else if age > Self.recent {
      self = .oldSignIn
    } else {
      return nil
    }
  }
}
