import Synchronization

/// A notice for the person who runs the server: something may be set up wrong.
package enum ServerNotice: Sendable, Hashable {
  /// A request names another project than the server's own.
  case foreignProject(String)
  /// A custom token without signature was refused.
  ///
  /// Admin SDKs create such tokens for an emulator.
  case unsignedCustomToken
  /// A call without a valid App Check token was answered.
  case unverifiedApp
  /// A password was refused because it cannot be checked.
  ///
  /// The user only sees that it is wrong.
  case uncheckedPassword(reason: String)
  /// Functions were found, and are told of new and deleted accounts.
  case functionsFound(FunctionsPlace)
  /// An event was not taken after all tries.
  case eventFailed(answer: String)
  /// So many events waited for too long and were deleted.
  case eventsDropped(Int)
  /// So many events wait at the end of a server that keeps nothing.
  case eventsUnsent(Int)
}

/// A reporter of notices, which reports each notice once.
///
/// For foreign projects, only the first one is reported.
final class ServerNotices: Sendable {
  private let show: (@Sendable (ServerNotice) -> Void)?
  /// The notices of the kinds that were reported, without what differs from one to the next.
  private let shown = Mutex<Set<ServerNotice>>([])

  init(_ show: (@Sendable (ServerNotice) -> Void)?) {
    self.show = show
  }

  /// Leaves out the first notice of this kind, and all later ones.
  func forgo(_ notice: ServerNotice) {
    shown.withLock { _ = $0.insert(notice.kind) }
  }

  func tell(_ notice: ServerNotice) {
    guard let show, shown.withLock({ $0.insert(notice.kind).inserted }) else { return }
    show(notice)
  }
}

extension ServerNotice {
  fileprivate var kind: ServerNotice {
    switch self {
    case .foreignProject: .foreignProject("")
    case .eventFailed: .eventFailed(answer: "")
    case .eventsDropped: .eventsDropped(0)
    case .eventsUnsent: .eventsUnsent(0)
    case .unsignedCustomToken, .unverifiedApp, .uncheckedPassword, .functionsFound: self
    }
  }
}
