import Essentials
import HTTP
import LibC
import Synchronization
import TestSupport

/// Answers for the service as a test says, and remembers what was asked. Closed, it keeps everybody waiting.
final class ServiceStub: HTTPTransport {
  typealias Answer = Result<HTTPResponse, HTTPError>

  private struct State {
    var requests: [HTTPRequest] = []
    var keys: Answer
    var lookup: Answer = .json("{}")
  }

  private let state: Mutex<State>
  private let gate = Gate()

  init(
    keys: Answer = .json(TestKey.document(["k1": TestKey.first]), headers: ["Cache-Control": "max-age=3600"])
  ) {
    state = Mutex(State(keys: keys))
  }

  /// What is answered to who asks for keys, from now on.
  var keys: Answer {
    get { state.withLock { $0.keys } }
    set { state.withLock { $0.keys = newValue } }
  }

  /// What is answered to who asks for an account, from now on.
  var lookup: Answer {
    get { state.withLock { $0.lookup } }
    set { state.withLock { $0.lookup = newValue } }
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  func close() { gate.close() }
  func open() { gate.open() }

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    let answer = state.withLock { state in
      state.requests.append(request)
      return request.method == .get ? state.keys : state.lookup
    }
    gate.pass()
    return try answer.get()
  }
}

/// Threads wait here while it is closed.
private final class Gate: Sendable {
  // The C library synchronises what these point to.
  nonisolated(unsafe) private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  nonisolated(unsafe) private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let isClosed = Atomic(false)

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func close() { isClosed.store(true, ordering: .sequentiallyConsistent) }

  func open() {
    pthread_mutex_lock(mutex)
    isClosed.store(false, ordering: .sequentiallyConsistent)
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  func pass() {
    pthread_mutex_lock(mutex)
    while isClosed.load(ordering: .sequentiallyConsistent) { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }
}
