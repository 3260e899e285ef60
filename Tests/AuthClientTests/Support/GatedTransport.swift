import HTTP
import LibC
import Synchronization
import Testing

/// Passes requests on, remembers them, and can hold them up at its gate.
final class GatedTransport: HTTPTransport {
  private struct State {
    var requests: [HTTPRequest] = []
    var closed: (@Sendable (HTTPRequest) -> Bool)?
    var waiting = 0
    var failure: (error: HTTPError, end: String)?
  }

  let transport: any HTTPTransport
  private let state = Mutex(State())

  init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  func requests(to end: String) -> Int { requests.filter { $0.path.hasSuffix(end) }.count }

  /// Holds up requests to paths with that end until `open`.
  func close(for end: String) {
    state.withLock { $0.closed = { $0.path.hasSuffix(end) } }
  }

  func open() {
    state.withLock { $0.closed = nil }
  }

  /// Has requests to paths with that end fail; nil ends that.
  func fail(_ error: HTTPError?, for end: String = "") {
    state.withLock { $0.failure = error.map { ($0, end) } }
  }

  /// Waits until a request is held up, for ten minutes at the most: in a crowd of tests that block, tasks wait long for their turn.
  func waitForArrival() async {
    let end = ContinuousClock.now + .seconds(3600)
    while state.withLock({ $0.waiting }) == 0 {
      if ContinuousClock.now > end {
        Issue.record("no request is held up")
        return
      }
      await Task.yield()
    }
  }

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    let (isHeld, failure) = state.withLock { state in
      state.requests.append(request)
      let isHeld = state.closed?(request) ?? false
      if isHeld { state.waiting += 1 }
      return (isHeld, state.failure)
    }
    if let failure, request.path.hasSuffix(failure.end) { throw failure.error }
    while isHeld, state.withLock({ $0.closed != nil }) { usleep(500) }
    if isHeld { state.withLock { $0.waiting -= 1 } }
    return try transport.send(request)
  }
}
