import AuthCore
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
  let core: AuthCore.MultiFactorInfo

  public var uid: String { core.uid }
  public var displayName: String? { core.displayName }
  public var enrollmentDate: Date? { core.enrolledAt }
  public var factorID: FactorID { .phone }
  /// Whole for the user, masked (`+*******3434`) in a sign-in's hints.
  public var phoneNumber: String { core.phoneNumber ?? "" }
}

/// An authenticator app that is a second factor.
public struct TOTPMultiFactorInfo: MultiFactorInfo, Equatable {
  let core: AuthCore.MultiFactorInfo

  public var uid: String { core.uid }
  public var displayName: String? { core.displayName }
  public var enrollmentDate: Date? { core.enrolledAt }
  public var factorID: FactorID { .totp }
}

/// A second factor of a kind that came after this library.
public struct UnknownMultiFactorInfo: MultiFactorInfo, Equatable {
  let core: AuthCore.MultiFactorInfo

  public var uid: String { core.uid }
  public var displayName: String? { core.displayName }
  public var enrollmentDate: Date? { core.enrolledAt }
  public var factorID: FactorID { FactorID(rawValue: core.type.rawValue) }
}

extension AuthCore.MultiFactorInfo {
  /// The same for users of the library.
  var publicForm: any AuthClient.MultiFactorInfo {
    switch type {
    case .phone: PhoneMultiFactorInfo(core: self)
    case .totp: TOTPMultiFactorInfo(core: self)
    default: UnknownMultiFactorInfo(core: self)
    }
  }
}
