public import Essentials

/// A second factor of an account, in a sign-in's hints or in the user's own list.
///
/// A phone is a ``PhoneMultiFactorInfo``, an authenticator app a ``TOTPMultiFactorInfo``.
public protocol MultiFactorInfo: Sendable {
  /// The id of the enrollment.
  var uid: String { get }
  /// The name that the user gave it.
  var displayName: String? { get }
  /// When it was enrolled; nil where the service does not tell.
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
  /// Whole for the user, masked (`+*******3434`) in a sign-in's hints.
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

/// A second factor of a kind that came after this library.
public struct UnknownMultiFactorInfo: MultiFactorInfo, Equatable {
  let factor: EnrolledFactor

  public var uid: String { factor.uid }
  public var displayName: String? { factor.displayName }
  public var enrollmentDate: Date? { factor.enrolledAt }
  public var factorID: FactorID { factor.type }
}

extension EnrolledFactor {
  /// The same for users of the library.
  var publicForm: any MultiFactorInfo {
    switch type {
    case .phone: PhoneMultiFactorInfo(factor: self)
    case .totp: TOTPMultiFactorInfo(factor: self)
    default: UnknownMultiFactorInfo(factor: self)
    }
  }
}
