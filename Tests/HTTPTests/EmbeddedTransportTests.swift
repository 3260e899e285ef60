import HTTP
import Testing

@Suite struct EmbeddedTransportTests {
  private struct Flood: Error, Equatable {
    var inches: Int
  }

  private struct Handler: HTTPHandler {
    func respond(to request: HTTPRequest) throws(Flood) -> HTTPResponse { throw Flood(inches: 2) }
  }

  @Test func whatKeepsAHandlerFromAnsweringIsPassedOnAsItIs() {
    #expect(throws: HTTPError.handler(HandlerFailure(Flood(inches: 2)))) {
      try EmbeddedTransport(Handler()).send(HTTPRequest(method: .get, path: "/"))
    }
  }

  @Test func failuresAreTheSameWhereTheirErrorsAre() {
    struct Fire: Error {}
    #expect(HandlerFailure(Flood(inches: 2)) == HandlerFailure(Flood(inches: 2)))
    #expect(HandlerFailure(Flood(inches: 2)) != HandlerFailure(Flood(inches: 3)))
    #expect(HandlerFailure(Flood(inches: 2)) != HandlerFailure(Fire()))
  }
}
