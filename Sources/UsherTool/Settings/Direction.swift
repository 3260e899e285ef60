/// A global option that sets where a command goes, which session it uses, or the language.
///
/// usher refuses such an option for a command that ignores it, so that users do not think it worked.
enum Direction: String, CaseIterable {
  case profile
  case session = "as"
  case project, tenant, endpoint, language
  case appCheckToken = "app-check-token-file"

  var option: String { "--" + rawValue }

  func isGiven(in options: GlobalOptions) -> Bool {
    switch self {
    case .profile: options.profile != nil
    case .session: options.session != nil
    case .project: options.project != nil
    case .tenant: options.tenant != nil
    case .endpoint: options.endpoint != nil
    case .language: options.language != nil
    case .appCheckToken: options.appCheckTokenFile != nil
    }
  }
}

extension Set<Direction> {
  static var all: Self { Set(Direction.allCases) }
  /// The directions of a command that does not use a session.
  static var place: Self { all.subtracting([.session]) }
  /// The directions of a command for the local server.
  static var local: Self { place.subtracting([.language]) }
}
