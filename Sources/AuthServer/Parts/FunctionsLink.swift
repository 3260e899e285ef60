import Essentials
import Synchronization

/// What the server's requests and the thread that sends events know of each other.
///
/// A request only records its event in its transaction, and wakes the thread. It never waits for functions.
package final class FunctionsLink: Sendable {
  /// The only project whose functions are known: the Functions emulator runs those of one project.
  let project: String
  let settings: FunctionsSettings?
  let store: Store
  /// How many events are kept.
  let kept: Int
  /// The machine's clock.
  let clock: @Sendable () -> Date
  let notices: ServerNotices
  private let on: Atomic<Bool>
  private let known = Mutex(Known())
  private struct Known {
    var place: FunctionsPlace?
    var blocking = BlockingFunctionSettings()
  }

  private let isRunning = Atomic(false)
  private let hasNews = Atomic(true)
  private let woken = Event()
  private let ended = Event()
  /// When the thread must have ended, by the clock that nobody can set.
  private let end = Mutex<Duration?>(nil)

  init(
    of project: String, settings: FunctionsSettings?, store: Store, kept: Int,
    clock: @escaping @Sendable () -> Date, notices: ServerNotices
  ) {
    self.project = project
    self.settings = settings
    self.store = store
    self.kept = kept
    self.clock = clock
    self.notices = notices
    on = Atomic(settings?.isExpected ?? false)
  }

  /// Whether events are recorded.
  var isOn: Bool { on.load(ordering: .relaxed) }

  /// The forms in which an event is sent.
  var forms: [AccountEvent.Form] { settings?.webhook == nil ? [.v1, .v2] : [.v2] }

  /// Where functions are, or nil if they are away.
  var place: FunctionsPlace? { known.withLock(\.place) }

  /// Returns the blocking functions that were found for `project` and its tenants.
  func blocking(of project: String) -> BlockingFunctionSettings {
    guard isOn, project == self.project else { return BlockingFunctionSettings() }
    return known.withLock(\.blocking)
  }

  /// Notes that functions are at `place`.
  func found(_ place: FunctionsPlace, _ blocking: BlockingFunctionSettings) {
    known.withLock { $0 = Known(place: place, blocking: blocking) }
    on.store(true, ordering: .relaxed)
    if settings?.webhook == nil { notices.tell(.functionsFound(place)) }
  }

  /// Notes that functions are away, so sign-ins do not wait for them.
  func lost() {
    known.withLock { $0 = Known() }
  }

  /// Wakes the thread, after an event was recorded.
  func signal() {
    hasNews.store(true, ordering: .relaxed)
    woken.signal()
  }

  /// Returns whether events were recorded since the last call.
  func takeNews() -> Bool { hasNews.exchange(false, ordering: .relaxed) }

  /// Whether the thread has to end now.
  var isOver: Bool {
    guard let settings, let end = end.withLock(\.self) else { return false }
    return settings.uptime() >= end
  }

  /// Looks for functions and sends events, until `stop` is called.
  ///
  /// - Parameter holder: Random bytes that distinguish this server from others on the same file.
  package func run(as holder: [UInt8]) {
    guard let settings else { return }
    isRunning.store(true, ordering: .sequentiallyConsistent)
    defer { ended.signal() }
    var sender = EventSender(link: self, settings, holder: holder)
    while true {
      let rest = sender.step()
      if end.withLock(\.self) != nil {
        if rest > .zero || isOver { break }
      } else if rest > .zero {
        _ = woken.wait(for: rest)
      }
    }
    sender.end()
  }

  /// Sends what can be sent now, but not for longer than `time`, and ends the thread.
  package func stop(within time: Duration) {
    guard let settings else { return }
    end.withLock { $0 = settings.uptime() + time }
    guard isRunning.load(ordering: .sequentiallyConsistent) else { return }
    woken.signal()
    ended.wait()
    guard isOn, store.path == ":memory:" else { return }
    let unsent = try? store.read { [project] transaction in
      try transaction.waitingEvents(of: project, limit: -1).count
    }
    if let unsent, unsent > 0 { notices.tell(.eventsUnsent(unsent)) }
  }
}
