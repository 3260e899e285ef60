import AuthClient
import CommandKit
import Essentials
import TerminalIO

/// Whether the signed-in account may enrol a factor, found out before anything is sent.
///
/// At a terminal it leads through what is missing, a recent sign-in or a verified address, and goes on.
struct EnrollmentReadiness {
  let context: Context
  let type: FactorType
  /// The number that is to become a factor.
  var number: PhoneNumber?

  /// Seconds after which an authenticator app wants a new sign-in.
  private static let recent: Double = 300
  private static let mostFactors = 5

  /// The account as it is now.
  func check() throws -> SavedSession {
    var mended: [Obstacle] = []
    while true {
      let saved = try reloaded()
      guard let obstacle = obstacle(to: saved) else { return saved }
      guard context.isInteractive, !mended.contains(obstacle), let mend = mend(obstacle, saved) else {
        throw diagnosis(of: obstacle, saved)
      }
      mended.append(obstacle)
      // Its hint is what happens next.
      var problem = diagnosis(of: obstacle, saved)
      problem.hint = nil
      context.say(problem)
      for line in try mend().lines { context.terminal.say(line) }
    }
  }

  /// A phone session could not enrol one: who is not signed in yet had better sign in another way.
  private func reloaded() throws -> SavedSession {
    do {
      return try AccountUse(context: context).saved { auth throws(AuthError) in try auth.reload() }
    } catch var diagnosis as Diagnosis where diagnosis.code == AuthErrorCode.noCurrentUser.rawValue {
      diagnosis.hint = "sign in with: usher signin"
      diagnosis.nextStep = context.command("signin")
      throw diagnosis
    }
  }

  private enum Obstacle: Equatable {
    case unsuitableFirstFactor
    case unverifiedAddress
    case oldSignIn
    case enrolledAlready
    case tooManyFactors
  }

  private func obstacle(to saved: SavedSession) -> Obstacle? {
    let factors = saved.account.factors
    if ["phone", "anonymous", "custom"].contains(saved.signInProvider) { return .unsuitableFirstFactor }
    if type == .totp ? factors.contains(where: { $0.type == .totp }) : factors.contains(where: isSameNumber) {
      return .enrolledAlready
    }
    if factors.count >= Self.mostFactors { return .tooManyFactors }
    if !saved.account.emailVerified { return .unverifiedAddress }
    let age = context.now().timeIntervalSince(saved.authTime)
    return type == .totp && age > Self.recent ? .oldSignIn : nil
  }

  private func isSameNumber(_ factor: SavedFactor) -> Bool {
    factor.type == .phone && factor.phone == number?.e164
  }

  /// What a person can do about it here and now.
  private func mend(_ obstacle: Obstacle, _ saved: SavedSession) -> (() throws -> Report<StepResult>)? {
    switch obstacle {
    case .oldSignIn where saved.signInProvider == "password":
      { try finished(try Reauth().report(in: context)) }
    case .oldSignIn, .unsuitableFirstFactor:
      saved.account.providers.contains("password")
        ? { try ReauthPassword().report(in: context) }
        : saved.account.email == nil ? nil : { try finished(try ReauthEmailLink().report(in: context)) }
    case .unverifiedAddress:
      saved.account.email.map { email in
        {
          var send = SendLink()
          send.purpose = .verifyEmail
          return try finished(try send.report(in: context))
        }
      }
    case .enrolledAlready, .tooManyFactors: nil
    }
  }

  /// A mailed link is waited for here.
  private func finished(_ report: Report<StepResult>) throws -> Report<StepResult> {
    guard report.status == .pending else { return report }
    for line in report.lines { context.terminal.say(line) }
    return try CompleteLink().report(in: context)
  }

  private func diagnosis(of obstacle: Obstacle, _ saved: SavedSession) -> Diagnosis {
    var diagnosis =
      switch obstacle {
      case .unsuitableFirstFactor:
        Diagnosis(
          "auth/unsupported-first-factor", .account,
          "a session by \(saved.signInProvider ?? "this way in") cannot have a second factor",
          hint: "sign in with a password, a mailed link or an identity provider: usher signin")
      case .unverifiedAddress:
        Diagnosis(
          "auth/unverified-email", .account, "the account's address has to be verified first",
          hint: "mail a link with: usher send-link --purpose verify-email")
      case .oldSignIn:
        Diagnosis(
          "auth/requires-recent-login", .reauthNeeded, "an authenticator app wants a recent sign-in",
          hint: "prove that it is you with: usher reauth")
      case .enrolledAlready:
        Diagnosis(
          "auth/second-factor-already-in-use", .conflict,
          type == .totp
            ? "the account has an authenticator app already" : "that number is a second factor already",
          hint: "see: usher mfa list")
      case .tooManyFactors:
        Diagnosis(
          "auth/maximum-second-factor-count-exceeded", .conflict,
          "the account has \(Self.mostFactors) second factors, as many as it may",
          hint: "take one off with usher mfa unenroll; see: usher mfa list")
      }
    diagnosis.nextStep =
      switch obstacle {
      case .unsuitableFirstFactor: context.command("signin")
      case .unverifiedAddress: context.command("send-link", "--purpose", "verify-email")
      case .oldSignIn: context.command("reauth")
      case .enrolledAlready, .tooManyFactors: context.command("mfa", "list")
      }
    return diagnosis
  }
}
