import Crypto
import IdentityToolkit

/// All switches, limits and lifetimes of the server.
///
/// Times are in seconds.
package struct Policy: Sendable, Equatable {
  package var idTokenLifetime = 3600
  package var idTokenGrace = 300
  package var clockSkew = 60
  package var unsignedTokens = false
  package var codeLifetime = 600
  package var expiredCodeMemory = 86_400
  package var triesPerCode = 5
  package var failuresPerNumber = 100
  package var failuresPerBackOff = 5
  package var backOff = 30
  package var backOffLimit = 3600
  package var testNumbersPerProject = 10
  package var appVerificationRequired = true
  package var appCheck = AppCheckEnforcement.off
  package var appReceiptLifetime = 86_400
  package var pushTimeout = 5
  package var recaptchaTokenLifetime = 120
  package var recentSignInRequired = true
  package var recentSignInWindow = 300
  package var signInLinkLifetime = 21_600
  package var resetLinkLifetime = 3600
  package var verifyLinkLifetime = 259_200
  package var recoverLinkLifetime = 604_800
  package var linksRetireOlder = true
  package var linksEndWithAccount = true
  package var linkChangesEndSessions = true
  package var unverifiedWaysRemoved = true
  package var addressesChecked = true
  package var authorizedDomainsChecked = true
  package var appLinks = true
  package var enumerationProtection = true
  package var signInMailsPerDay = 0
  package var resetMailsPerDay = 0
  package var verifyMailsPerDay = 0
  package var mailTexts = MailTexts.own
  package var smsEverywhere = true
  package var smsPerDay = 0
  package var smsPerMinute = 0
  package var smsPerAddressMinute = 0
  package var smsPerAddressHour = 0
  package var smsPerNumberHour = 0
  package var temporaryProofLifetime = 3600
  package var pendingCredentialLifetime = 600
  package var authorizationLifetime = 600
  package var idpTokensChecked = true
  package var oddIdpTokensRefused = true
  package var providersByThemselves = true
  package var customTokenSignatures = true
  package var dialect = Dialect.google
  package var hintsShowCallingCode = true
  package var sessionsEndAtOnce = true
  package var pendingSignInsEnd = true
  package var proofsUsedOnce = true
  package var linkAfterSecondFactor = true
  package var anyAPIKey = true
  package var otherProjectsServed = true
  package var newProjects = NewProjects.ready
  package var missingValuesRemoved = true
  package var duplicateAddresses = DuplicateAddresses.refused
  package var passwordHashing = PasswordHashing.scrypt
  package var scryptCostExponent = 14
  package var scryptBlockSize = 8
  package var scryptParallelism = 1
  package var passwordQueue = 1024
  package var passwordWait = 60
  package var passwordFailures = 100
  package var passwordFailuresPerBackOff = 10
  package var passwordFailureMemory = 86_400
  package var secondFactorWindow = 600
  package var totpWindow = 300
  package var totpCodeLength = 6
  package var totpEnrollmentLifetime = 900
  package var triesPerTOTPEnrollment = 3
  package var totpFailures = 100
  package var totpFailuresPerBackOff = 5
  package var secondFactorsPerAccount = 5
  package var passkeysByThemselves = true
  package var passkeyVerification = true
  package var passkeyUserVerification = UserVerification.required
  package var passkeyChallengeLifetime = 300
  package var passkeysPerAccount = 20
  package var passkeySecondFactor = false
  package var tenantsMadeOnMention = false
  package var tenantNamesChecked = true
  package var outboxSize = 100
  package var keysMaxAge = 3600
  package var functionTimeout = 7
  package var functionsAnywhere = false
  package var customTokenEvents = false
  package var batchDeleteEvents = false
  package var adminLinksAskFunctions = true
  package var eventsKept = 10_000

  private init() {}

  /// The policy that behaves like production, as far as that is known.
  package static let strict = Policy()

  /// The policy that is as lenient as Firebase's emulator, so everything that works there works here.
  package static let emulator: Policy = {
    var policy = Policy()
    policy.appVerificationRequired = false
    policy.recentSignInRequired = false
    policy.linksRetireOlder = false
    policy.linksEndWithAccount = false
    policy.linkChangesEndSessions = false
    policy.unverifiedWaysRemoved = false
    policy.addressesChecked = false
    policy.authorizedDomainsChecked = false
    policy.appLinks = false
    policy.enumerationProtection = false
    policy.idpTokensChecked = false
    policy.customTokenSignatures = false
    policy.unsignedTokens = true
    policy.dialect = .emulator
    policy.hintsShowCallingCode = false
    policy.sessionsEndAtOnce = false
    policy.pendingSignInsEnd = false
    policy.proofsUsedOnce = false
    policy.linkAfterSecondFactor = false
    policy.tenantsMadeOnMention = true
    policy.tenantNamesChecked = false
    policy.missingValuesRemoved = false
    // It is for tests, and many sign in with a password.
    policy.passwordHashing = .fast
    policy.functionTimeout = 60
    policy.customTokenEvents = true
    policy.batchDeleteEvents = true
    policy.adminLinksAskFunctions = false
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
    .init(cost: 1 << scryptCostExponent, blockSize: scryptBlockSize, parallelism: scryptParallelism)
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
