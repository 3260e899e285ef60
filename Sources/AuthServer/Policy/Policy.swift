import Crypto
import IdentityToolkit

/// All switches, limits and lifetimes of the server.
///
/// Times are in seconds.
package struct Policy: Sendable, Equatable {
  package var idTokenLifetime = 3600
  package var unsignedTokens = false
  package var codeLifetime = 600
  package var triesPerCode = 5
  package var failuresPerBackOff = 5
  package var backOff = 30
  package var testNumbersPerProject = 10
  package var appVerificationRequired = true
  package var appCheck = AppCheckEnforcement.off
  package var recentSignInRequired = true
  package var recentSignInWindow = 300
  package var signInLinkLifetime = 21_600
  package var resetLinkLifetime = 3600
  package var verifyLinkLifetime = 259_200
  package var recoverLinkLifetime = 604_800
  package var authorizedDomainsChecked = true
  package var enumerationProtection = true
  package var signInMailsPerDay = 0
  package var resetMailsPerDay = 0
  package var verifyMailsPerDay = 0
  package var smsEverywhere = true
  package var smsPerDay = 0
  package var smsPerMinute = 0
  package var smsPerAddressMinute = 0
  package var smsPerAddressHour = 0
  package var smsPerNumberHour = 0
  package var idpTokensChecked = true
  package var unsolicitedSAML = false
  package var providersByThemselves = true
  package var customTokenSignatures = true
  package var dialect = Dialect.google
  package var sessionsEndAtOnce = true
  package var anyAPIKey = true
  package var otherProjectsServed = true
  package var newProjects = NewProjects.ready
  package var passwordHashing = PasswordHashing.scrypt
  package var scryptCostExponent = 14
  package var passwordQueue = 1024
  package var passwordFailuresPerBackOff = 10
  package var secondFactorWindow = 600
  package var totpWindow = 300
  package var totpCodeLength = 6
  package var secondFactorsPerAccount = 5
  package var passkeysByThemselves = true
  package var passkeyVerification = true
  package var passkeyUserVerification = UserVerification.required
  package var passkeySecondFactor = false
  package var outboxSize = 100
  package var functionTimeout = 7
  package var functionsAnywhere = false
  package var eventsKept = 10_000

  private init() {}

  /// The policy that behaves like production, as far as that is known.
  package static let strict = Policy()

  /// The policy that is as lenient as Firebase's emulator, so everything that works there works here.
  package static let emulator: Policy = {
    var policy = Policy()
    policy.appVerificationRequired = false
    policy.recentSignInRequired = false
    policy.authorizedDomainsChecked = false
    policy.enumerationProtection = false
    policy.idpTokensChecked = false
    policy.unsolicitedSAML = true
    policy.customTokenSignatures = false
    policy.unsignedTokens = true
    policy.dialect = .emulator
    policy.sessionsEndAtOnce = false
    // It is for tests, and many sign in with a password.
    policy.passwordHashing = .fast
    policy.functionTimeout = 60
    return policy
  }()

  package static func named(_ name: String) -> Policy? {
    switch name {
    case "strict": strict
    case "emulator": emulator
    default: nil
    }
  }

  var scrypt: Scrypt.Parameters {
    .init(cost: 1 << scryptCostExponent, blockSize: 8, parallelism: 1)
  }

  /// Returns the lifetime of a mailed code of this type.
  func lifetime(of requestType: OobRequestType) -> Int {
    switch requestType {
    case .emailSignIn: signInLinkLifetime
    case .passwordReset: resetLinkLifetime
    case .recoverEmail, .revertSecondFactorAddition: recoverLinkLifetime
    default: verifyLinkLifetime
    }
  }

  /// Returns how many mails of this type a project may send in a day, or nil for no limit.
  func mailLimit(_ requestType: OobRequestType) -> Int? {
    let limit =
      switch requestType {
      case .emailSignIn: signInMailsPerDay
      case .passwordReset: resetMailsPerDay
      default: verifyMailsPerDay
      }
    return limit == 0 ? nil : limit
  }
}

/// Whether an authenticator verifies its user, in WebAuthn's words.
package enum UserVerification: String, CaseIterable, Sendable {
  case required, preferred, discouraged
}

/// What a project can do before anybody initialized it.
package enum NewProjects: String, CaseIterable, Sendable {
  /// Everything: it is initialized by its first mention.
  case ready
  /// Nothing, until `initializeAuth` makes it an Identity Platform project.
  case uninitialized
  /// Nothing, and `initializeAuth` is refused, because the project has no billing account.
  case unbilled
}

/// What the server does with an app's call without a valid App Check token.
package enum AppCheckEnforcement: String, CaseIterable, Sendable {
  /// It does not look for the token.
  case off
  /// It answers the call and gives a notice.
  case unenforced
  /// It refuses the call.
  case enforced
}

extension Policy {
  /// Whether the answers are Google's, as the entry `service-answers` says it.
  package var serviceAnswers: Bool {
    get { dialect == .google }
    set { dialect = newValue ? .google : .emulator }
  }
}

// What nobody has a reason to change. Times are in seconds.
extension Policy {
  /// Wrong codes or passwords in a row until the number, the app or the address is locked (NIST SP 800-63B).
  static let failuresUntilLock = 100
  /// How long the server itself accepts an expired ID token.
  static let idTokenGrace = 300
  /// How far in the future a stored time may be. A later one counts as expired.
  static let clockSkew = 60
  /// How long an old code or link is refused as expired. After that, it is refused as unknown.
  static let expiredCodeMemory = 86_400
  /// The longest wait after wrong tries.
  static let backOffLimit = 3600
  /// How long the receipt from a push verifies the app.
  static let appReceiptLifetime = 86_400
  /// How long the server tells apps to wait for a push.
  static let pushTimeout = 5
  /// The lifetime of a reCAPTCHA token, as Google documents it.
  static let recaptchaTokenLifetime = 120
  /// How long a right code can sign in to the other account that has the number.
  static let temporaryProofLifetime = 3600
  /// How long a provider's credential can be linked later, after an account conflict.
  static let pendingCredentialLifetime = 600
  /// How long a sign-in on a provider's page may take.
  static let authorizationLifetime = 600
  /// How long a request waits for its password hash. Then it is refused with 503.
  static let passwordWait = 60
  /// How long wrong passwords count after the last one.
  static let passwordFailureMemory = 86_400
  /// How long the enrollment of an authenticator app may take.
  static let totpEnrollmentLifetime = 900
  /// How long an enrollment of a passkey or a sign-in with one may take.
  static let passkeyChallengeLifetime = 300
  /// How long verifiers may keep the public keys.
  static let keysMaxAge = 3600
  /// Wrong tries in the enrollment of an authenticator app.
  static let triesPerTOTPEnrollment = 3
  static let passkeysPerAccount = 20
}
