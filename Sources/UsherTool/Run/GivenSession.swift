import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

/// The session that the environment gives: for CI, by a file or a token.
final class GivenSession {
  private let settings: RunSettings
  private let place: Place

  init(_ settings: RunSettings, at place: Place) {
    self.settings = settings
    self.place = place
  }

  /// The variables that can give one. The first that is set does.
  enum Variable: String, CaseIterable {
    case sessionFile = "USHER_SESSION_FILE"
    case idToken = "USHER_ID_TOKEN"
    case refreshToken = "USHER_REFRESH_TOKEN"
  }

  /// Nil where no variable gives one, or `--as` names another.
  var variable: Variable? {
    guard settings.options.session == nil else { return nil }
    return Variable.allCases.first { settings.environment[$0.rawValue] != nil }
  }

  /// The session; nil where no variable gives one. What a refresh token is, only the server knows.
  func find(asking service: Service) throws -> ActiveSession? {
    guard variable == .refreshToken else { return try findOffline() }
    let token = settings.environment[Variable.refreshToken.rawValue] ?? ""
    return active(try session(ofRefreshToken: token, service))
  }

  /// As `find`, without asking the server: nil also where it would have to be.
  func findOffline() throws -> ActiveSession? {
    switch variable {
    case .sessionFile: active(try sessionOfFile())
    case .idToken: active(try session(ofIDToken: settings.environment[Variable.idToken.rawValue] ?? ""))
    case .refreshToken, nil: nil
    }
  }

  private func active(_ session: SavedSession) -> ActiveSession? {
    variable.map { ActiveSession(saved: session, source: .environment($0.rawValue)) }
  }

  private func sessionOfFile() throws -> SavedSession {
    guard let exported = try place.exportedSession() else { throw AuthFailure.noCurrentUser }
    try exported.refuseOtherDestination(than: try place.destination())
    return exported.session
  }

  private func session(ofIDToken text: String) throws -> SavedSession {
    // Nothing is asked of anybody, but the result says where it would have been.
    let destination = try place.destination()
    guard let token = try? IDToken(text) else {
      throw Diagnosis(.badToken, "USHER_ID_TOKEN does not contain an ID token")
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

  private func session(ofRefreshToken refreshToken: String, _ service: Service) throws -> SavedSession {
    let destination = try place.destination()
    let isProjectNamed =
      [.profileOption, .usherProfile].contains(destination.source)
      || (settings.options.project ?? settings.environment["USHER_PROJECT"]) != nil
    guard destination.isExplicit, isProjectNamed else {
      throw Diagnosis(
        .tokenWithoutEndpoint, "USHER_REFRESH_TOKEN is set, but no endpoint and project",
        hint: "set USHER_ENDPOINT and USHER_PROJECT, too")
    }
    let user = try service.auth().signIn(withRefreshToken: refreshToken)
    return SavedSession(user, signedInAt: user.tokens.idToken.signedInAt)
  }
}
