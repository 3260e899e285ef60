import AuthClient
import AuthServer
import Crypto
import Essentials
import HTTP
import HTTPListener
import LibC
import Synchronization

/// The state that a server's objects and clients share.
final class ServerCore: Sendable {
  let handler: IdentityToolkitServer
  let delays = Delays()
  let devices = Devices()
  let clock: @Sendable () -> Date

  private enum Listening {
    case notYet
    case on(HTTPListener)
    case stopped
  }

  private let listening = Mutex(Listening.notYet)

  init(
    at location: Store.Location, project: String, policy: Policy, clock: @escaping @Sendable () -> Date,
    random: (@Sendable (Int) -> [UInt8])?, signingKeys: SharedSigningKeys? = nil
  ) throws(LocalServerError) {
    guard !project.isEmpty, !project.utf8.contains(UInt8(ascii: "/")) else {
      throw .refused(code: "INVALID_PROJECT_ID", message: "a project's id is a word without slashes")
    }
    let store: Store
    do throws(StorageFailure) {
      store = try Store(at: location, for: .server)
    } catch {
      throw LocalServerError(error)
    }
    var source: RandomSource = SecureRandom.bytes
    if let random {
      source = { count in
        let bytes = random(count)
        precondition(bytes.count == count, "the random source gave \(bytes.count) bytes for \(count)")
        return bytes
      }
    }
    let clock: @Sendable () -> Date = { clock().onAServersClock }
    self.clock = clock
    handler = IdentityToolkitServer(
      store: store, project: project, policy: policy, clock: clock, random: source,
      push: devices, pause: { [delays] duration in delays.wait(duration) }, version: "in-process",
      newSigningKeys: signingKeys)
  }

  func administration(of project: String, tenant: String?) -> LocalServerAdmin {
    LocalServerAdmin(
      backend: Backend(
        endpoint: .embedded, apiKey: "", project: project, tenant: tenant,
        transport: EmbeddedTransport(handler), pause: { _ in }))
  }

  var listener: HTTPListener? {
    listening.withLock { if case .on(let listener) = $0 { listener } else { nil } }
  }

  var origin: String? { listener.map { "http://127.0.0.1:\($0.port)" } }

  func listen(port: UInt16) throws(LocalServerError) -> HTTPListener {
    try listening.withLock { listening throws(LocalServerError) in
      switch listening {
      case .stopped: throw .stopped
      case .on(let listener):
        guard port == 0 || port == listener.port else { throw .alreadyListening(port: Int(listener.port)) }
        return listener
      case .notYet:
        var configuration = HTTPListener.Configuration()
        configuration.port = port
        // Signals belong to the host program.
        configuration.takesSignals = false
        do throws(ListenError) {
          let listener = try HTTPListener(handler, configuration: configuration)
          listening = .on(listener)
          return listener
        } catch {
          throw LocalServerError(error)
        }
      }
    }
  }

  func stop() {
    delays.end()
    let last = listening.withLock { listening in
      defer { listening = .stopped }
      return listening
    }
    if case .on(let listener) = last { listener.stop() }
  }

  // Otherwise the listener would wait for delayed requests when it ends.
  deinit {
    delays.end()
  }
}

/// The delays that tests plan for answers.
///
/// Each one blocks the thread of the delayed request.
final class Delays: Sendable {
  private let haveEnded = Atomic(false)
  /// By thread: a closure that returns true when nobody waits for the answer any more.
  private let callers = Mutex<[UInt: @Sendable () -> Bool]>([:])

  /// Whether the delays have ended for good.
  var areOver: Bool { haveEnded.load(ordering: .relaxed) }

  /// Ends all delays.
  ///
  /// Later ones return at once.
  func end() {
    haveEnded.store(true, ordering: .relaxed)
  }

  /// Waits for `duration`, or until the server stops or the caller is gone.
  func wait(_ duration: Duration) {
    let hasGone = callers.withLock { $0[Self.thread] } ?? { false }
    let end = ContinuousClock.now + duration
    while !areOver, !hasGone() {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else { return }
      usleep(UInt32(min(left, .milliseconds(5)) / .microseconds(1)) + 1)
    }
  }

  /// Runs `body`.
  ///
  /// Delays on this thread end as soon as `hasGone` returns true.
  func following<Answer, Failure>(
    _ hasGone: @escaping @Sendable () -> Bool, _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let thread = Self.thread
    callers.withLock { $0[thread] = hasGone }
    defer { callers.withLock { $0[thread] = nil } }
    return try body()
  }

  private static var thread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }
}
