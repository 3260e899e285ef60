import Crypto
import Essentials
import HTTP
import IDTokens
import Synchronization

/// The keys that an issuer publishes at one address, fetched when needed and cached as long as the issuer allows.
///
/// - Only one fetch runs at a time, and all tasks that need its answer wait for it. It runs on its own thread and
///   continues if a waiting task is cancelled.
/// - Shortly before the keys expire, a fetch runs in the background. After they expire, callers wait for the fetch.
/// - An unknown key causes a fetch too, because issuers change keys. At least ten seconds pass between two fetches,
///   however many such tokens arrive, or two seconds after a failed fetch.
/// - If a fetch fails, the cached keys stay valid for another hour. An outage of the address is more likely than a key
///   withdrawn in that hour.
final class PublishedKeys: Sendable {
  /// Nil if the issuer's address is not valid.
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
    /// Why the last fetch failed.
    var problem: String?
  }

  private struct Kept {
    let keys: KeySet
    /// When a background fetch becomes due.
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

  /// Looks up `id`, and starts a fetch with `request` if one is due.
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
    // After a failed fetch, the key may be a new one that is not cached yet.
    if areUsable, state.problem == nil { return (.refused(.unknownKey), nil) }
    return (.refused(.keysUnavailable(reason: state.problem ?? "they are too old")), nil)
  }

  /// Starts a fetch.
  ///
  /// Returns nil if one is running or the last one is too recent.
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
    case .failure(let error): return .failure(Problem(reason: error.sentence.english))
    }
    guard response.status == 200 else {
      return .failure(Problem(reason: "the server answered \(response.status)"))
    }
    // Without this check, the first use of a missing libcrypto would end the process.
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

/// The time that published keys may be used before the next fetch.
///
/// `Cache-Control` and `Age` of the answer decide (RFC 9111 §4.2), limited to between a minute and a day.
enum KeyLifetime {
  static let least: Duration = .seconds(60)
  static let most: Duration = .seconds(86_400)
  /// The lifetime if the answer does not state one.
  static let unstated: Duration = .seconds(300)

  static func of(_ headers: HTTPHeaders) -> Duration {
    guard let stated = stated(headers) else { return unstated }
    let age = headers["Age"].flatMap(seconds) ?? 0
    return min(max(.seconds(stated - min(age, stated)), least), most)
  }

  /// Returns the stated lifetime in seconds, before the age is subtracted.
  private static func stated(_ headers: HTTPHeaders) -> Int? {
    let field = headers.values(of: "Cache-Control").joined(separator: ",").asciiLowercased()
    let directives = field.split(separator: ",").map { part in part.drop { $0 == " " } }
    if directives.contains(where: { $0.hasPrefix("no-store") || $0.hasPrefix("no-cache") }) { return 0 }
    for directive in directives where directive.hasPrefix("max-age=") {
      return seconds(directive.dropFirst(8))
    }
    return nil
  }

  /// Parses a number of seconds.
  ///
  /// A number that is too large counts as the maximum.
  private static func seconds(_ text: some StringProtocol) -> Int? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\"") }
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.count > 9 ? 1 << 31 : digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
