// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The constants of Firebase's Apple SDK (`FirebaseAuth`, "Constants"), by its names.

/// The provider ID of e-mail addresses.
public let EmailAuthProviderID = AuthProviderID.email.rawValue

/// The provider ID of phone numbers.
public let PhoneAuthProviderID = AuthProviderID.phone.rawValue

/// The provider ID of Google.
public let GoogleAuthProviderID = AuthProviderID.google.rawValue

/// The provider ID of Facebook.
public let FacebookAuthProviderID = AuthProviderID.facebook.rawValue

/// The provider ID of GitHub.
public let GitHubAuthProviderID = AuthProviderID.gitHub.rawValue

/// The provider ID of X.
public let TwitterAuthProviderID = AuthProviderID.twitter.rawValue

/// Sign-in with a password, in ``Auth/fetchSignInMethods(forEmail:)``.
public let EmailPasswordAuthSignInMethod = SignInMethod.emailPassword

/// Sign-in with an e-mail link, in ``Auth/fetchSignInMethods(forEmail:)``.
public let EmailLinkAuthSignInMethod = SignInMethod.emailLink

/// Sign-in by phone, in ``Auth/fetchSignInMethods(forEmail:)``.
public let PhoneAuthSignInMethod = SignInMethod.phone

/// Sign-in with Google, in ``Auth/fetchSignInMethods(forEmail:)``.
public let GoogleAuthSignInMethod = SignInMethod.google

/// Sign-in with Facebook, in ``Auth/fetchSignInMethods(forEmail:)``.
public let FacebookAuthSignInMethod = SignInMethod.facebook

/// Sign-in with GitHub, in ``Auth/fetchSignInMethods(forEmail:)``.
public let GitHubAuthSignInMethod = SignInMethod.gitHub

/// Sign-in with X, in ``Auth/fetchSignInMethods(forEmail:)``.
public let TwitterAuthSignInMethod = SignInMethod.twitter

/// The kind of second factor that gets SMS codes.
public let PhoneMultiFactorID = FactorID.phone

/// The kind of second factor that is an authenticator app.
public let TOTPMultiFactorID = FactorID.totp

/// The domain of Apple's `NSError`s, ``AuthErrors/domain``.
public let AuthErrorDomain = AuthErrors.domain

/// The key of the code's name, ``AuthErrors/userInfoNameKey``.
public let AuthErrorUserInfoNameKey = AuthErrors.userInfoNameKey

/// The key of the address, ``AuthErrors/userInfoEmailKey``.
public let AuthErrorUserInfoEmailKey = AuthErrors.userInfoEmailKey

/// The key of the credential, ``AuthErrors/userInfoUpdatedCredentialKey``.
public let AuthErrorUserInfoUpdatedCredentialKey = AuthErrors.userInfoUpdatedCredentialKey

/// The key of the resolver, ``AuthErrors/userInfoMultiFactorResolverKey``.
public let AuthErrorUserInfoMultiFactorResolverKey = AuthErrors.userInfoMultiFactorResolverKey

extension PhoneMultiFactorInfo {
  /// The kind of second factor that gets SMS codes.
  public static let PhoneMultiFactorID = FactorID.phone

  /// The kind of second factor that is an authenticator app.
  public static let TOTPMultiFactorID = FactorID.totp
}
