import Crypto
import Essentials
import HTTP
import IDTokens
import Synchronization

/// The keys that an issuer publishes at one address, fetched when needed and kept for as long as it allows.
///
/// - One fetch runs at a time, and all who need its answer wait for that one. It runs on a thread of its own, and goes
///   on where a task that waits for it is cancelled.
/// - Keys are fetched anew shortly before their time ends, beside the callers, and when it has ended, before them.
/// - A key that is not known is asked for too, as issuers change keys; but ten seconds pass between one fetch and the
///   next, however many such tokens come. Two, where the last has failed.
/// - Where keys cannot be fetched, those at hand are used for another hour: an outage of the address is likelier than
///   a key that was withdrawn in that hour.
final class PublishedKeys: Sendable {
  /// Nil where the issuer's address is none.
  private let request: HTTPRequest?
  private let threads: RequestThreads
  private let instant: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  static let intervalAfterSuccess: Duration = .seconds(10)
  static let intervalAfterFailure: Duration = .seconds(2)
  static let grace: Duration = .seconds(3600)

  private struct State {
    var kept: Kept?
    var fetch: PendingValue<Void>?
    /// When the last fetch ended.
    var ended: ContinuousClock.Instant?
    /// Why it failed.
    var problem: String?
  }

  private struct Kept {
    let keys: KeySet
    /// From when on they are fetched anew beside the callers.
    let renewal: ContinuousClock.Instant
    let end: ContinuousClock.Instant
  }

  private enum Finding {
    case found(PublicKey)
    case refused(TokenError)
    case wait(PendingValue<Void>)
  }

  init(
    of kind: TokenKind, from issuer: TokenIssuer, threads: RequestThreads,
    instant: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    request = issuer.place(of: "www.googleapis.com").map { origin, prefix in
      HTTPRequest(
        method: .get, origin: origin.description, path: prefix + kind.keysPath,
        headers: ["Accept": "application/json"])
    }
    self.threads = threads
    self.instant = instant
  }

  /// The key called `id`.
  func key(_ id: String) async throws(TokenError) -> PublicKey {
    guard let request else {
      throw .keysUnavailable(reason: "the issuer's address is not scheme, host and port")
    }
    var finding = find(id, fetchingBy: request)
    if case .wait(let fetch) = finding {
      guard await fetch.value() != nil else { throw .cancelled }
      finding = find(id, fetchingBy: nil)
    }
    switch finding {
    case .found(let key): return key
    case .refused(let error): throw error
    case .wait: throw .keysUnavailable(reason: "they are being fetched")
    }
  }

  /// Looks `id` up, and begins a fetch by `request` where it is time for one.
  private func find(_ id: String, fetchingBy request: HTTPRequest?) -> Finding {
    let now = instant()
    let (finding, fetch) = state.withLock { state in
      Self.find(id, mayFetch: request != nil, in: &state, at: now)
    }
    if let fetch, let request, !threads.send(request, completion: { self.finish(fetch, with: $0) }) {
      finish(fetch, with: .failure(.connectionFailed(reason: "too many requests wait")))
    }
    return finding
  }

  private static func find(
    _ id: String, mayFetch: Bool, in state: inout State, at now: ContinuousClock.Instant
  ) -> (Finding, PendingValue<Void>?) {
    let key = state.kept?.keys.key(named: id)
    if let kept = state.kept, let key, now < kept.end {
      return (.found(key), now < kept.renewal ? nil : begin(in: &state, at: now))
    }
    if mayFetch {
      if let running = state.fetch { return (.wait(running), nil) }
      if let fetch = begin(in: &state, at: now) { return (.wait(fetch), fetch) }
    }
    let areUsable = state.kept.map { now < $0.end + grace } ?? false
    if areUsable, let key { return (.found(key), nil) }
    // After a failed fetch nobody knows whether the key is a new one.
    if areUsable, state.problem == nil { return (.refused(.unknownKey), nil) }
    return (.refused(.keysUnavailable(reason: state.problem ?? "they are too old")), nil)
  }

  /// A new fetch, unless one runs or the last is too recent.
  private static func begin(
    in state: inout State, at now: ContinuousClock.Instant
  ) -> PendingValue<Void>? {
    guard state.fetch == nil else { return nil }
    let interval = state.problem == nil ? intervalAfterSuccess : intervalAfterFailure
    if let ended = state.ended, now < ended + interval { return nil }
    let fetch = PendingValue<Void>()
    state.fetch = fetch
    return fetch
  }

  private func finish(_ fetch: PendingValue<Void>, with answer: RequestThreads.Answer) {
    let outcome = Self.keys(in: answer)
    let now = instant()
    state.withLock { state in
      state.fetch = nil
      state.ended = now
      switch outcome {
      case .success(let (keys, lifetime)):
        let end = now + lifetime
        state.kept = Kept(keys: keys, renewal: end - min(lifetime / 8, .seconds(300)), end: end)
        state.problem = nil
      case .failure(let problem): state.problem = problem.reason
      }
    }
    fetch.set(())
  }

  private struct Problem: Error {
    var reason: String
  }

  private static func keys(
    in answer: RequestThreads.Answer
  ) -> Result<(keys: KeySet, lifetime: Duration), Problem> {
    let response: HTTPResponse
    switch answer {
    case .success(let answer): response = answer
    case .failure(let error): return .failure(Problem(reason: error.sentence))
    }
    guard response.status == 200 else {
      return .failure(Problem(reason: "the server answered \(response.status)"))
    }
    // Without it the first use would end the process.
    guard CryptoLibrary.isAvailable else { return .failure(Problem(reason: "libcrypto is not installed")) }
    guard let certificates = try? JSONReader.plain.read([String: String].self, from: response.body) else {
      return .failure(Problem(reason: "the answer holds no certificates"))
    }
    guard let keys = KeySet(certificates: certificates) else {
      return .failure(Problem(reason: "the answer holds no RSA key"))
    }
    return .success((keys, KeyLifetime.of(response.headers)))
  }
}
