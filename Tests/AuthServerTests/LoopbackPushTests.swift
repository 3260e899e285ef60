import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import Synchronization
import TestSupport
import Testing

@Suite struct LoopbackPushTests {
  private let push = VerificationPush(receipt: "r", secret: "s")
  /// Of a listener on port 40001.
  private let token = "75736865722D707573682D7631049C41A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5"

  @Test func aPushIsPostedToTheListenerThatTheTokenNames() throws {
    let transport = TransportStub(.success(HTTPResponse(status: 204)))
    let delivery = LoopbackPush(transport: { transport }) { $0() }
    let send = try #require(delivery.way(to: token))
    send(push)
    #expect(
      transport.requests == [
        HTTPRequest(
          method: .post, origin: "http://127.0.0.1:40001",
          path: "/usher/push/A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5",
          headers: ["Content-Type": "application/json"],
          body: Data(
            #"{"aps":{"content-available":1},"com.google.firebase.auth":{"receipt":"r","secret":"s"}}"#.utf8))
      ])
  }

  @Test func noOtherTokenLeadsAnywhere() {
    let transport = TransportStub()
    let delivery = LoopbackPush(transport: { transport }) { $0() }
    for token in ["", "device", "http://127.0.0.1:40001/usher/push/A5", String(repeating: "A", count: 64)] {
      #expect(delivery.way(to: token) == nil)
    }
    #expect(transport.requests == [])
  }

  @Test func whatAListenerAnswersChangesNothing() throws {
    let transport = TransportStub(
      .failure(.connectionRefused), .failure(.redirected(status: 307)), .failure(.timedOut(seconds: 2)),
      .success(HTTPResponse(status: 500)))
    let recorder = LoopbackPush(transport: { transport }) { $0() }
    let server = try ServerHarness(push: recorder)
    for _ in 1...4 {
      #expect(try server.verifyClient(token).receipt != nil)
    }
    #expect(transport.requests.count == 4)
  }

  @Test func listenersThatHangHoldUpOnlySoManyPushes() throws {
    let transport = TransportStub(Array(repeating: .success(HTTPResponse(status: 204)), count: 3))
    let works = WorkList()
    let delivery = LoopbackPush(transport: { transport }, limit: 2) { works.add($0) }
    let send = try #require(delivery.way(to: token))
    for _ in 1...5 { send(push) }
    #expect(works.runAll() == 2)
    send(push)
    #expect(works.runAll() == 1)
  }

  @Test func aPushWithoutAThreadIsLostAndBlocksNoOther() throws {
    let transport = TransportStub(.success(HTTPResponse(status: 204)))
    let isOutOfThreads = Mutex(true)
    let delivery = LoopbackPush(transport: { transport }, limit: 1) { work in
      if isOutOfThreads.withLock({ $0 }) { throw ServerError(.unavailable) }
      work()
    }
    let send = try #require(delivery.way(to: token))
    for _ in 1...2 { send(push) }
    isOutOfThreads.withLock { $0 = false }
    send(push)
    #expect(transport.requests.count == 1)
  }

  private final class WorkList: Sendable {
    private let works = Mutex<[@Sendable () -> Void]>([])

    func add(_ work: @escaping @Sendable () -> Void) {
      works.withLock { $0.append(work) }
    }

    /// Runs what was added; how much that was.
    func runAll() -> Int {
      let taken = works.withLock { works in
        defer { works = [] }
        return works
      }
      for work in taken { work() }
      return taken.count
    }
  }
}
