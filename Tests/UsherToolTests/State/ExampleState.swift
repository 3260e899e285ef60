import AuthClient
import Essentials
import IdentityToolkit
import UsherTool

let now = Date(timeIntervalSinceReferenceDate: 800_000_000.25)

let local = Binding(profile: "local", endpoint: "local", project: "demo-usher")
let work = Binding(profile: "work", endpoint: "production", project: "acme", tenant: "t-1")

extension SentCode {
  static let example = SentCode(
    phone: "+16505553434", verificationID: "v1", sentAt: now, resendAfter: now + 60)
}

extension SentLink {
  static let example = SentLink(email: "kim@example.com", sentAt: now, resendAfter: now + 60)
}

extension SavedSession {
  static func example(uid: String = "u1", refreshToken: String? = "r1") -> SavedSession {
    SavedSession(
      uid: uid, idToken: "a.b.c", refreshToken: refreshToken, expiresAt: now + 3_600, signedInAt: now,
      authTime: now, signInProvider: "phone")
  }

  static var withEveryField: SavedSession {
    var session = SavedSession.example(uid: "u2")
    session.secondFactor = "totp"
    session.account.email = "kim@example.com"
    session.account.emailVerified = true
    session.account.phone = "+16505550100"
    session.account.displayName = "Kim \"K\" Łęcka/日本"
    session.account.photoURL = "https://example.com/kim.png"
    session.account.isAnonymous = true
    session.account.providers = ["password", "phone"]
    session.account.factors = SavedFactor.examples
    session.account.createdAt = now - 86_400
    session.account.lastSignInAt = now
    return session
  }
}

extension SavedFactor {
  static let examples = [
    SavedFactor(id: "f1", type: .phone, name: "work", phone: "+1******3434", enrolledAt: now - 5),
    SavedFactor(id: "f2", type: .totp),
  ]
}

extension PendingStep.Kind {
  /// Every kind with every purpose, and with as many fields as it can have.
  static var all: [PendingStep.Kind] {
    var change = SentLink.example
    change.newEmail = "lee@example.com"
    var choice = SecondFactorChoice(
      pendingCredential: "c1", factors: SavedFactor.examples,
      challenge: .init(factorID: "f1", sentCode: .example),
      told: FirstFactorInfo(isNewUser: true, providerID: "google.com", profile: #"{"sub":"g1"}"#))
    choice.unansweredCode = "123456"
    return PhonePurpose.allCases.map { .phone($0, .example) }
      + EmailPurpose.allCases.map { .email($0, change) }
      + SecondFactorPurpose.allCases.map { .secondFactor($0, choice) }
      + [.smsEnrollment(.example, name: "work")]
      + [.totpEnrollment(TOTPEnrollment(sessionInfo: "s1", name: "pixel", codeLength: 8))]
  }

  static var minimal: [PendingStep.Kind] {
    [
      .email(.signIn, SentLink(email: "kim@example.com", sentAt: now)),
      .secondFactor(.signIn, SecondFactorChoice(pendingCredential: "c1", factors: [])),
      .secondFactor(
        .signIn,
        SecondFactorChoice(pendingCredential: "c1", factors: [], challenge: .init(factorID: "f2"))),
      .smsEnrollment(.example, name: nil),
      .totpEnrollment(TOTPEnrollment(sessionInfo: "s1")),
    ]
  }
}

extension SavedState {
  /// A state in which everything that can be saved is saved.
  static var withEverything: SavedState {
    var settings = ProfileSettings()
    settings.endpoint = "production"
    settings.projectID = "acme"
    settings.apiKey = "k"
    settings.tenant = "t-1"
    settings.appID = "1:2:ios:3"
    settings.authDomain = "acme.firebaseapp.com"
    settings.bundleID = "com.acme.app"
    settings.androidPackage = "com.acme.app"
    settings.androidCertificate = "ab:cd"
    settings.referer = "https://acme.example"
    settings.appVerification = "auto"
    settings.language = "es"

    var state = SavedState()
    state.selectedProfile = "work"
    state.profiles["work"] = SavedProfile(settings: settings)
    state[work].currentSession = "kim"
    state[work].lastMethod = "email-link"
    state[work].appCredentials = AppCredentials(credential: AppCredential(receipt: "r", secret: "s"))
    state[work].appCredentials?.pendingReceipts = ["r2"]
    state[work.session("kim")] = .withEveryField
    state[local.session()] = .example(refreshToken: nil)
    for kind in PendingStep.Kind.all {
      _ = state.addPending(
        kind, to: work.session("kim"), uid: "u2", createdAt: now, expiresAt: now + 600)
    }
    for (index, kind) in PendingStep.Kind.minimal.enumerated() {
      _ = state.addPending(
        kind, to: local.session("s\(index)"), createdAt: now, expiresAt: now + 600)
    }
    return state
  }
}
