import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

/// The session that the environment gives: for CI, by a file or a token.
struct GivenSession {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  /// The variables that can give one. The first that is set does.
  enum Variable: String, CaseIterable {
    case sessionFile = "USHER_SESSION_FILE"
    case idToken = "USHER_ID_TOKEN"
    case refreshToken = "USHER_REFRESH_TOKEN"
  }

  /// Nil where no variable gives one, or `--as` names another.
  var variable: Variable? {
    guard context.options.session == nil else { return nil }
    return Variable.allCases.first { context.environment[$0.rawValue] != nil }
  }

  /// The session; nil where no variable gives one. What a refresh token is, only the server knows.
  func find() throws -> ActiveSession? {
    guard let variable else { return nil }
    let session =
      switch variable {
      case .sessionFile: try sessionOfFile()
      case .idToken: try session(ofIDToken: context.environment[variable.rawValue] ?? "")
      case .refreshToken: try session(ofRefreshToken: context.environment[variable.rawValue] ?? "")
      }
    return ActiveSession(saved: session, source: .environment(variable.rawValue))
  }

  /// As `find`, without asking the server: nil also where it would have to be.
  func findOffline() throws -> ActiveSession? { variable == .refreshToken ? nil : try find() }

  private func sessionOfFile() throws -> SavedSession {
    guard let exported = try context.exportedSession() else { throw AuthFailure.noCurrentUser }
    try exported.refuseOtherDestination(than: try context.destination())
    return exported.session
  }

  private func session(ofIDToken text: String) throws -> SavedSession {
    // Nothing is asked of anybody, but the result says where it would have been.
    let destination = try context.destination()
    guard let token = try? IDToken(text) else {
      throw Diagnosis(.badToken, "USHER_ID_TOKEN holds no ID token", retry: .newInput)
    }
    try token.refuseForeign(project: destination.project, tenant: destination.tenant)
    var account = Account()
    account.email = token.claims["email"]?.string
    account.isEmailVerified = token.claims["email_verified"]?.bool ?? false
    account.phoneNumber = token.claims["phone_number"]?.string
    account.displayName = token.claims["name"]?.string
    let user = UserRecord(
      account: account, tokens: Tokens(idToken: token, refreshToken: nil, expiresAt: token.expiresAt))
    return SavedSession(user, signedInAt: token.signedInAt)
  }

  private func session(ofRefreshToken refreshToken: String) throws -> SavedSession {
    let destination = try context.destination()
    let isProjectNamed =
      [.profileOption, .usherProfile].contains(destination.source)
      || (context.options.project ?? context.environment["USHER_PROJECT"]) != nil
    guard destination.isExplicit, isProjectNamed else {
      throw Diagnosis(
        .tokenWithoutEndpoint, "USHER_REFRESH_TOKEN is set, but not whose it is",
        hint: "name the endpoint and the project too: USHER_ENDPOINT, USHER_PROJECT")
    }
    let user = try context.auth().signIn(withRefreshToken: refreshToken)
    return SavedSession(user, signedInAt: user.tokens.idToken.signedInAt)
  }
}
