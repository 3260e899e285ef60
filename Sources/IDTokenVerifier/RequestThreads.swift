import HTTP
import LibC
import Synchronization

/// Threads that wait for answers, so that the pool of tasks never does.
///
/// There are as many as are needed, up to a limit, and each ends when nothing is left to send. Connections are kept
/// from one request to the next.
final class RequestThreads: Sendable {
  typealias Answer = Result<HTTPResponse, HTTPError>

  private struct Job {
    let request: HTTPRequest
    let isNeeded: @Sendable () -> Bool
    let completion: @Sendable (Answer) -> Void
  }

  private struct State {
    var waiting: [Job] = []
    var running = 0
    var idle: [any HTTPTransport] = []
  }

  private let limit: Int
  private let makeTransport: @Sendable () -> any HTTPTransport
  private let state = Mutex(State())

  /// More than so many requests do not wait: whoever asks is better told at once.
  static let mostWaiting = 1000

  /// - Parameters:
  ///   - limit: of requests at a time.
  ///   - makeTransport: a transport sends one request at a time.
  init(limit: Int, makeTransport: @escaping @Sendable () -> any HTTPTransport) {
    self.limit = limit
    self.makeTransport = makeTransport
  }

  /// Sends `request` on another thread, unless nobody needs the answer any more when its turn comes.
  /// - Returns: false where too many wait; `completion` is then never called.
  func send(
    _ request: HTTPRequest, isNeeded: @escaping @Sendable () -> Bool = { true },
    completion: @escaping @Sendable (Answer) -> Void
  ) -> Bool {
    let needsThread: Bool? = state.withLock { state in
      guard state.waiting.count < Self.mostWaiting else { return nil }
      state.waiting.append(Job(request: request, isNeeded: isNeeded, completion: completion))
      guard state.running < limit else { return false }
      state.running += 1
      return true
    }
    guard let needsThread else { return false }
    if needsThread, DetachedThread.start(takesSignals: false, sendAll) != 0 { endWithoutThread() }
    return true
  }

  private func sendAll() {
    let transport = state.withLock { $0.idle.popLast() } ?? makeTransport()
    while let job = next(returning: transport) {
      guard job.isNeeded() else { continue }
      do throws(HTTPError) {
        job.completion(.success(try transport.send(job.request)))
      } catch {
        job.completion(.failure(error))
      }
    }
  }

  /// The next job; nil where the thread ends.
  private func next(returning transport: any HTTPTransport) -> Job? {
    state.withLock { state in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.running -= 1
      state.idle.append(transport)
      return nil
    }
  }

  /// The system has no thread to give; others that run take what waits.
  private func endWithoutThread() {
    let lost: [Job] = state.withLock { state in
      state.running -= 1
      guard state.running == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for job in lost { job.completion(.failure(.connectionFailed(reason: "no thread could be started"))) }
  }
}
