enum Caller: Sendable, Equatable {
  /// An app, a person, or a program without credentials of an administrator.
  case client
  /// The owner of the server, who may do everything.
  case owner
  /// A service account or a workload, with the access token that it sent.
  case principal(AccessToken)

  /// Whether the caller reads and changes the settings that only this server has.
  ///
  /// They say what service accounts may do, so no service account may change them.
  var hasLocalSettings: Bool {
    if case .principal = self { false } else { true }
  }
}
