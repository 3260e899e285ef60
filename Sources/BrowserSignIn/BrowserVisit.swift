import AuthClient
import BrowserPages
import Crypto
import Essentials
import HTTPListener
import IdentityToolkit
import LibC

/// One visit of the user's browser to a page on this machine.
struct BrowserVisit: Sendable {
  let page: PageServer
  private let interruption: Latch
  private let timeLimit: Duration
  private let open: @Sendable (URL) async throws -> Void

  /// Starts to listen on the port.
  init(
    to content: any FlowPage, for words: any PageWords, host: String?, port: Int, timeLimit: Duration,
    open: @escaping @Sendable (URL) async throws -> Void
  ) throws(AuthError) {
    guard let port = UInt16(exactly: port) else {
      throw AuthError(.invalidArgument, message: "a port is a number from 0 to 65535")
    }
    do {
      interruption = try Latch()
      var configuration = PageServer.Configuration()
      configuration.port = port
      configuration.pageHost = host
      configuration.interruption = interruption.descriptor
      configuration.takesSignals = false
      configuration.words = words
      page = try PageServer(
        content, configuration: configuration, secrets: PageSecrets(random: SecureRandom.bytes))
    } catch let error as ListenError {
      throw AuthError(error)
    } catch {
      throw AuthError(.internalError, message: "\(error)")
    }
    self.timeLimit = timeLimit
    self.open = open
  }

  /// Opens the page, and returns the result that the browser sends.
  /// - Parameter outcome: Returns what the browser shows for the result.
  func result(_ outcome: @escaping @Sendable (String) -> PageOutcome) async throws -> String {
    guard let url = URL(string: page.url) else { throw AuthError(.internalError) }
    let opening = Task { [open, interruption] in
      do {
        try await open(url)
      } catch {
        interruption.open()
        throw error
      }
    }
    // `open` may run until the browser is closed, but the result is here earlier.
    defer { opening.cancel() }
    do {
      return try await OwnThread.run(endedBy: interruption) { [page, timeLimit] in
        let result = try page.wait(within: timeLimit)
        page.finish(outcome(result))
        return result
      }
    } catch PageWaitError.timedOut {
      throw AuthError(.webContextCancelled, message: "the browser brought nothing within \(timeLimit)")
    } catch is PageWaitError {
      try Task.checkCancellation()
      try await opening.value
      throw CancellationError()
    }
  }
}

extension AuthError {
  /// Creates the error of a page that cannot be served.
  init(_ error: ListenError) {
    let reason =
      switch error {
      case .portTaken(let port): "port \(port) is another program's"
      case .portNotPermitted(let port): "port \(port) is the system's"
      case .failed(let reason): reason
      default: "\(error)"
      }
    self.init(.webInternalError, message: reason)
  }
}

/// Runs blocking work on its own thread, so that it does not block Swift's cooperative threads.
enum OwnThread {
  /// Runs `body`, which may block, and returns its result.
  /// - Parameter interruption: Opens when the task is cancelled. `body` must then end.
  static func run<Answer: Sendable>(
    endedBy interruption: Latch, _ body: @escaping @Sendable () throws -> Answer
  ) async throws -> Answer {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Answer, any Error>) in
        let code = DetachedThread.start(takesSignals: false) {
          continuation.resume(with: Result { try body() })
        }
        if code != 0 {
          continuation.resume(throwing: AuthError(.internalError, message: "the system gives no thread"))
        }
      }
    } onCancel: {
      interruption.open()
    }
  }
}
