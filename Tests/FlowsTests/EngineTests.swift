import AuthClient
import Essentials
import IdentityToolkit
import TestSupport
import Testing

@testable import Flows

/// Each goal with each need: answered, refused, and left open.
@Suite struct EngineTests {
  private let harness: EngineHarness

  init() throws {
    harness = try EngineHarness()
  }

  private var asker: ScriptedAsker { harness.asker }
  private var engine: Engine { harness.engine }

  // MARK: By phone

  @Test func aPhoneSignsInWithItsCode() throws {
    asker.answers = [.sentCode]
    let progress = try engine.byPhone(.signIn, to: EngineHarness.number)
    #expect(progress.signedIn?.session.account.phoneNumber == "+16505550123")
    #expect(asker.log == ["code sent"])
    #expect(try harness.pending == [])
    #expect(try harness.current?.signInMethod == "phone")
  }

  @Test func withoutANumberItIsAskedFor() throws {
    asker.answers = [.number(EngineHarness.number), .sentCode]
    #expect(try engine.byPhone(.signIn).signedIn != nil)
    #expect(asker.log == ["number", "code sent"])
  }

  @Test func aWrongCodeIsAskedForAgain() throws {
    asker.answers = [.code("000000"), .code("000001"), .sentCode]
    #expect(try engine.byPhone(.signIn, to: EngineHarness.number).signedIn != nil)
    #expect(asker.log == ["code sent", "wrong code", "code again", "wrong code", "code again"])
  }

  @Test func anotherCodeReplacesTheFirst() throws {
    guard case .needs(.code(let need)) = try engine.byPhone(.signIn, to: EngineHarness.number) else {
      Issue.record("no code is needed")
      return
    }
    harness.clock.advance(61)
    (asker.log, asker.answers) = ([], [.anotherCode, .sentCode])
    #expect(try engine.confirm(need).signedIn != nil)
    #expect(asker.log == ["code sent", "code sent again"])
  }

  @Test func ifNobodyAnswersTheStepIsLeft() throws {
    let progress = try engine.byPhone(.signIn, to: EngineHarness.number)
    guard case .needs(.code(let need)) = progress else {
      Issue.record("\(progress)")
      return
    }
    #expect(need.sent == true)
    #expect(need.confirmation.step?.id == PendingID(number: 1))
    #expect(try harness.pending == ["phone-signin"])
    #expect(try harness.current == nil)

    // A later run goes on.
    asker.answers = [.sentCode]
    #expect(try engine.confirm(need).signedIn != nil)
    #expect(try harness.pending == [])
  }

  @Test func aSecondCodeWithinAMinuteIsRefused() throws {
    asker.answers = [.anotherCode]
    #expect(throws: ResentTooSoon.self) { try engine.byPhone(.signIn, to: EngineHarness.number) }
    #expect(try harness.pending == ["phone-signin"])
  }

  @Test func theFifthWrongCodeEndsTheStep() throws {
    asker.answers = (0..<5).map { .code("00000\($0)") }
    #expect(throws: CodeRefused.self) { try engine.byPhone(.signIn, to: EngineHarness.number) }
    #expect(try harness.current == nil)
  }

  @Test func aPhoneIsLinkedOnce() throws {
    try harness.signUp()
    asker.answers = [.sentCode]
    #expect(
      try engine.byPhone(.link, to: EngineHarness.number).signedIn?.session.account.providers.sorted()
        == ["password", "phone"])
    #expect(throws: AuthFailure.providerAlreadyLinked("phone")) {
      try engine.byPhone(.link, to: EngineHarness.number)
    }
  }

  // MARK: With an address

  @Test func whoAndHowAreAskedFor() throws {
    try harness.signUp()
    try harness.signOut()
    asker.answers = [
      .who(.email(try EmailAddress(EngineHarness.email))), .password("wrong"),
      .password(EngineHarness.password),
    ]
    #expect(try engine.signIn().signedIn?.session.signInMethod == "password")
    // The server tells the only method.
    #expect(asker.log == ["who", "password", "wrong password", "password"])
  }

  @Test func anAddressThatNobodyHasGetsAnAccount() throws {
    asker.answers = [.method(.password), .password(EngineHarness.password)]
    let signedIn = try engine.signIn(as: .email(try EmailAddress(EngineHarness.email))).signedIn
    #expect(signedIn?.additional?.isNewUser == true)
    #expect(asker.log == ["method among 3", "new password"])
  }

  /// Whoever names another method, or whose address leads to one, cannot pass by what a program offers.
  @Test func onlyOfferedMethodsLeadOn() throws {
    asker.offered = [.provider("google.com")]
    for who in [.phone(EngineHarness.number), .anonymous, .passkey, .provider("github")] as [Identifier] {
      #expect(throws: MethodNotOffered.self) { try engine.signIn(as: who) }
    }
    let email = try EmailAddress(EngineHarness.email)
    asker.offered = [.provider("google.com"), .provider("oidc.acme"), .emailLink]
    asker.answers = [.method(.anotherProvider)]
    #expect(throws: ScriptedAsker.Silent.self) { try engine.signIn(as: .email(email)) }
    #expect(asker.log == ["method among 2", #"provider among ["google.com", "oidc.acme"]"#])
    asker.offered = [.provider("google.com")]
    #expect(throws: MethodNotOffered.self) { try engine.signIn(to: email, methods: ["password"], orAt: []) }
  }

  @Test func aLinkSignsIn() throws {
    asker.answers = [.method(.emailLink), .sentLink]
    let signedIn = try engine.signIn(as: .email(try EmailAddress(EngineHarness.email))).signedIn
    #expect(signedIn?.session.signInMethod == "email-link")
    #expect(asker.log == ["method among 3", "link"])
  }

  @Test func aLinkThatDoesNotComeIsLeft() throws {
    asker.answers = [.method(.emailLink)]
    let progress = try engine.signIn(as: .email(try EmailAddress(EngineHarness.email)))
    guard case .needs(.link(let mail)) = progress else {
      Issue.record("\(progress)")
      return
    }
    #expect(mail.message.email == EngineHarness.email)
    #expect(try harness.pending == ["email-link-signin"])
  }

  @Test func anybodySignsInAnonymously() throws {
    #expect(try engine.signIn(as: .anonymous).signedIn?.session.account.isAnonymous == true)
    #expect(asker.log == [])
  }

  // MARK: A second factor

  @Test func aFactorIsEnrolledAndThenNeeded() throws {
    try harness.signUp()
    asker.answers = [.sentCode]
    guard case .enrolled(let session, _) = try engine.enrollPhone(EngineHarness.number, name: "work") else {
      Issue.record("not enrolled")
      return
    }
    #expect(session.account.factors.map(\.displayName) == ["work"])
    try harness.signOut()
    asker.log = []
    asker.answers = [.password(EngineHarness.password), .factor(0), .sentCode]
    let signedIn = try engine.by(
      CredentialRequest(.password(try EmailAddress(EngineHarness.email)), for: .signIn)
    ).signedIn
    #expect(signedIn?.session.tokens.idToken.secondFactor == "phone")
    #expect(asker.log == ["password", "factor among 1", "code sent"])
    #expect(try harness.pending == [])
  }

  @Test func aFactorThatNobodyChoosesIsLeft() throws {
    try harness.signUp()
    asker.answers = [.sentCode]
    _ = try engine.enrollPhone(EngineHarness.number, name: nil)
    try harness.signOut()
    asker.answers = [.password(EngineHarness.password)]
    let progress = try engine.by(
      CredentialRequest(.password(try EmailAddress(EngineHarness.email)), for: .signIn))
    guard case .needs(.factor(let step)) = progress else {
      Issue.record("\(progress)")
      return
    }
    #expect(try harness.pending == ["mfa-signin"])
    #expect(try harness.current == nil)
    asker.answers = [.factor(0), .sentCode]
    #expect(try engine.finish(.needs(.factor(step))).signedIn != nil)
  }

  // MARK: A recent sign-in

  @Test func anOldSignInLeadsThroughAnother() throws {
    try harness.signUp()
    harness.clock.advance(600)
    asker.answers = [
      .yes, .reauthentication(.password(email: EngineHarness.email)), .password(EngineHarness.password),
    ]
    try engine.withRecentSignIn { try harness.delete() }
    #expect(asker.log == ["re-authenticate?", "how?", "password", "told of reauthenticate"])
  }

  @Test func ifNobodyDoesTheRefusalStands() throws {
    try harness.signUp()
    harness.clock.advance(600)
    let refusal = #expect(throws: AuthFailure.self) { try engine.withRecentSignIn { try harness.delete() } }
    #expect(refusal?.refusal?.code == .credentialTooOldLoginAgain)
    #expect(asker.log == ["re-authenticate?"])
    #expect(try harness.current != nil)
  }

  @Test func anEnrollmentLeadsThroughWhatItLacks() throws {
    try harness.signUp()
    harness.clock.advance(600)
    asker.answers = [
      .yes, .reauthentication(.password(email: EngineHarness.email)), .password(EngineHarness.password),
      .sentCode,
    ]
    guard case .enrolled = try engine.enrollPhone(EngineHarness.number, name: nil) else {
      Issue.record("not enrolled")
      return
    }
    #expect(
      asker.log == ["recentSignIn?", "how?", "password", "told of reauthenticate", "code sent"])
  }

  @Test func whatNobodyProvidesIsTold() throws {
    asker.answers = [.password(EngineHarness.password)]
    _ = try engine.signUp(try EmailAddress(EngineHarness.email))
    asker.log = []
    let lack = #expect(throws: EnrollmentLack.self) {
      try engine.enrollPhone(EngineHarness.number, name: nil)
    }
    #expect(lack?.condition == .verifiedAddress)
    #expect(asker.log == ["verifiedAddress?"])
  }

  @Test func anAddressIsVerifiedOnTheWay() throws {
    asker.answers = [.password(EngineHarness.password)]
    _ = try engine.signUp(try EmailAddress(EngineHarness.email))
    asker.log = []
    asker.answers = [.yes, .yes, .sentLink, .sentCode]
    guard case .enrolled = try engine.enrollPhone(EngineHarness.number, name: nil) else {
      Issue.record("not enrolled")
      return
    }
    #expect(
      asker.log == ["verifiedAddress?", "mail a link?", "link", "told of the link", "code sent"])
  }
}

extension Progress {
  fileprivate var signedIn: SignedIn? {
    if case .signedIn(let signedIn) = self { signedIn } else { nil }
  }
}

extension EngineHarness {
  fileprivate func signOut() throws { try flow.state.update { $0.end(flow.key) } }

  fileprivate func delete() throws {
    try flow.auth(try flow.renewed().saved.user).deleteAccount()
  }
}
