import AuthClient
import CommandKit
import Essentials
import Flows

/// The session that the environment gives: for CI, by a file or a token.
struct GivenSession {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  /// Nil where no variable gives one, or `--as` names another.
  func find() throws -> ActiveSession? {
    if context.options.session != nil { return nil }
    if let exported = try context.exportedSession() {
      try exported.refuseOtherDestination(than: try context.destination())
      return ActiveSession(saved: exported.session, source: .environment("USHER_SESSION_FILE"))
    }
    if let text = context.environment["USHER_ID_TOKEN"] { return try session(ofIDToken: text) }
    if let token = context.environment["USHER_REFRESH_TOKEN"] { return try session(ofRefreshToken: token) }
    return nil
  }

  private func session(ofIDToken text: String) throws -> ActiveSession {
    // Nothing is asked of anybody, but the result says where it would have been.
    let destination = try context.destination()
    guard let token = try? IDToken(text) else {
      throw Diagnosis("usher/bad-token", .data, "USHER_ID_TOKEN holds no ID token", retry: .newInput)
    }
    try token.refuseForeign(project: destination.project, tenant: destination.tenant)
    let user = User(tokens: Tokens(idToken: token, refreshToken: nil, expiresAt: token.expiresAt))
    return ActiveSession(
      saved: SavedSession(user, signedInAt: token.signedInAt), source: .environment("USHER_ID_TOKEN"))
  }

  private func session(ofRefreshToken refreshToken: String) throws -> ActiveSession {
    let destination = try context.destination()
    let isProjectNamed =
      [.profileOption, .usherProfile].contains(destination.source)
      || (context.options.project ?? context.environment["USHER_PROJECT"]) != nil
    guard destination.isExplicit, isProjectNamed else {
      throw Diagnosis(
        "usher/token-without-endpoint", .config, "USHER_REFRESH_TOKEN is set, but not whose it is",
        hint: "name the endpoint and the project too: USHER_ENDPOINT, USHER_PROJECT")
    }
    let user = try context.auth().signIn(withRefreshToken: refreshToken)
    return ActiveSession(
      saved: SavedSession(user, signedInAt: user.tokens.idToken.signedInAt),
      source: .environment("USHER_REFRESH_TOKEN"))
  }
}
