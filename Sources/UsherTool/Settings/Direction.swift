/// A global option that says where a command goes, as whom, and in which language. One that a command cannot follow
/// is refused: nobody is to believe that it did something.
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
  /// Of a command that acts as nobody.
  static var place: Self { all.subtracting([.session]) }
  /// Of a command about the local server.
  static var local: Self { place.subtracting([.language]) }
}
