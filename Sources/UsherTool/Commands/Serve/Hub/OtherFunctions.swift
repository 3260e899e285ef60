import AuthServer
import Essentials
import HTTP
import Synchronization

/// The functions of other projects, which run where this server's project has none.
///
/// Then functions are not told of its accounts, and nothing says so.
final class OtherFunctions: Sendable {
  private let project: String
  private let finder: FunctionsFinder
  private let tell: @Sendable (Text) -> Void
  private let state = Mutex(State())

  private struct State {
    var hasTold = false
    /// The place that was found last, and was compared already.
    var compared: FunctionsPlace?
  }

  init(of project: String, beside finder: FunctionsFinder, tell: @escaping @Sendable (Text) -> Void) {
    self.project = project
    self.finder = finder
    self.tell = tell
  }

  /// Warns once if the functions that run are those of another project.
  ///
  /// - Parameter place: The functions that were found; they may be those of another project.
  func look(besides place: FunctionsPlace?) {
    let isKnown = state.withLock { $0.hasTold || place != nil && $0.compared == place }
    // The project's own hub runs its functions.
    if isKnown || place?.source == finder.locator.path { return }
    for (other, locator) in finder.locator.others {
      let found = FunctionsFinder(locator: locator, transport: finder.transport).find()
      guard let found, place == nil || place?.origin == found.origin else { continue }
      state.withLock { $0.hasTold = true }
      tell(
        "warning: the functions at \(found.origin.authority) are those of the project \(other), but this server is for \(project)."
      )
      tell("Functions are not told of its accounts. To serve the other project:")
      tell(Text(verbatim: "  usher serve --project \(other)"))
      return
    }
    state.withLock { $0.compared = place }
  }
}
