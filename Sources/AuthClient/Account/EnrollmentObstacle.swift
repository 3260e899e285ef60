package import Essentials
package import IdentityToolkit

/// What keeps an account from enrolling a second factor, as far as it can be told before anything is sent.
package enum EnrollmentObstacle: Equatable, Sendable {
  /// The sign-in was by phone, anonymous or by a custom token, which no second factor can follow.
  case unsuitableSignIn
  case enrolledAlready
  case tooManyFactors(limit: Int)
  case unverifiedAddress
  /// The sign-in is older than the service allows.
  case oldSignIn
}

extension EnrollmentObstacle {
  /// Seconds after which an enrollment needs a new sign-in.
  private static let recent: Double = 300
  private static let mostFactors = 5

  /// Nil where nothing keeps `user`, as the service shows the account now, from enrolling the factor.
  /// - Parameter number: In E.164, of a phone.
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
