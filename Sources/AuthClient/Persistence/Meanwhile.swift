/// What happened to a kept session during a call of one program, through another program or another run.
package enum Meanwhile: Equatable {
  /// It is the same session.
  case nothing
  /// The same user has newer tokens.
  case renewed(UserRecord)
  /// The user was signed out, or another user was signed in.
  case gone

  /// - Parameters:
  ///   - kept: The user who is kept now.
  ///   - before: The user of the call.
  package init(_ kept: UserRecord?, since before: UserRecord?) {
    guard let kept, let before, kept.uid == before.uid else {
      self = .gone
      return
    }
    self = kept.tokens.refreshToken == before.tokens.refreshToken ? .nothing : .renewed(kept)
  }
}
