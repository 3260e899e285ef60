public import Essentials

/// A second factor in a sign-in's hints or in the user's own list.
///
/// A phone is a ``PhoneMultiFactorInfo``, an authenticator app is a ``TOTPMultiFactorInfo``.
public protocol MultiFactorInfo: Sendable {
  /// The ID of the enrollment.
  var uid: String { get }
  /// The user's name for the factor.
  var displayName: String? { get }
  /// The date of the enrollment; nil if the service does not report it.
  var enrollmentDate: Date? { get }
  /// The kind of factor.
  var factorID: FactorID { get }
}

/// A phone that is a second factor.
public struct PhoneMultiFactorInfo: MultiFactorInfo, Equatable {
  let factor: EnrolledFactor

  public var uid: String { factor.uid }
  public var displayName: String? { factor.displayName }
  public var enrollmentDate: Date? { factor.enrolledAt }
  public var factorID: FactorID { .phone }
  /// The phone number, complete in the user's list and masked (`+*******3434`) in a sign-in's hints.
  public var phoneNumber: String { factor.phoneNumber ?? "" }
}

/// An authenticator app that is a second factor.
public struct TOTPMultiFactorInfo: MultiFactorInfo, Equatable {
  let factor: EnrolledFactor

  public var uid: String { factor.uid }
  public var displayName: String? { factor.displayName }
  public var enrollmentDate: Date? { factor.enrolledAt }
  public var factorID: FactorID { .totp }
}

/// A second factor of a kind that this library does not know.
public struct UnknownMultiFactorInfo: MultiFactorInfo, Equatable {
  let factor: EnrolledFactor

  public var uid: String { factor.uid }
  public var displayName: String? { factor.displayName }
  public var enrollmentDate: Date? { factor.enrolledAt }
  public var factorID: FactorID { factor.type }
}

extension EnrolledFactor {
  /// The public form of the factor.
  var publicForm: any MultiFactorInfo {
    switch type {
    case .phone: PhoneMultiFactorInfo(factor: self)
    case .totp: TOTPMultiFactorInfo(factor: self)
    default: UnknownMultiFactorInfo(factor: self)
    }
  }
}
