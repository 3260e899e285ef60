import Synchronization

/// What whoever runs the server is told besides the answers: something is not set up as it was meant to be.
package enum ServerNotice: Sendable, Equatable {
  /// A request names a project besides the server's own.
  case foreignProject(String)
  /// A custom token was refused that is not signed, as admin SDKs make them for an emulator.
  case unsignedCustomToken
  /// A password was refused as wrong that cannot be checked, which its user is not told.
  case uncheckedPassword(reason: String)
}

/// Tells each notice once, of foreign projects the first.
final class ServerNotices: Sendable {
  private enum Kind: Hashable {
    case foreignProject, unsignedCustomToken
    case uncheckedPassword(reason: String)

    init(_ notice: ServerNotice) {
      self =
        switch notice {
        case .foreignProject: .foreignProject
        case .unsignedCustomToken: .unsignedCustomToken
        case .uncheckedPassword(let reason): .uncheckedPassword(reason: reason)
        }
    }
  }

  private let show: (@Sendable (ServerNotice) -> Void)?
  private let shown = Mutex<Set<Kind>>([])

  init(_ show: (@Sendable (ServerNotice) -> Void)?) {
    self.show = show
  }

  func tell(_ notice: ServerNotice) {
    guard let show, shown.withLock({ $0.insert(Kind(notice)).inserted }) else { return }
    show(notice)
  }
}
