import HTTP
import LibC
import Synchronization

/// Threads that send requests and wait for answers.
///
/// They reuse connections.
final class RequestThreads: Sendable {
  typealias Answer = Result<HTTPResponse, HTTPError>

  private let threads: JobThreads
  private let makeTransport: @Sendable () -> any HTTPTransport
  private let idle = Mutex<[any HTTPTransport]>([])

  /// The maximum number of waiting requests.
  ///
  /// Beyond it, the caller gets an error at once.
  static let mostWaiting = 1000

  /// - Parameters:
  ///   - limit: The maximum number of requests at a time.
  ///   - makeTransport: Creates a transport, which sends one request at a time.
  init(limit: Int, makeTransport: @escaping @Sendable () -> any HTTPTransport) {
    threads = JobThreads(limit: limit, mostWaiting: Self.mostWaiting)
    self.makeTransport = makeTransport
  }

  /// Sends `request` on another thread, unless `isNeeded` is false when its turn comes.
  ///
  /// - Returns: False if too many requests are waiting. `completion` is then never called.
  func send(
    _ request: HTTPRequest, isNeeded: @escaping @Sendable () -> Bool = { true },
    completion: @escaping @Sendable (Answer) -> Void
  ) -> Bool {
    threads.add(
      { if isNeeded() { completion(self.answer(to: request)) } },
      orElse: { completion(.failure(.connectionFailed(reason: "no thread could be started"))) })
  }

  private func answer(to request: HTTPRequest) -> Answer {
    let transport = idle.withLock { $0.popLast() } ?? makeTransport()
    defer { idle.withLock { $0.append(transport) } }
    do {
      return .success(try transport.send(request))
    } catch {
      return .failure(error)
    }
  }
}
