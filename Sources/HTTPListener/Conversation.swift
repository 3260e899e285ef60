internal import HTTP

/// The requests of a connection, read and answered one after another. Lives on a thread of its own.
struct Conversation {
  private let connection: Connection
  private let stream: ConnectionStream
  private let service: ListenerService
  private var reader: RequestReader<ConnectionStream>
  private var lastDate: HTTPDate
  private let peer: String?

  /// Nil, with the connection closed, where the peer does not agree on how to encrypt.
  init?(on connection: Connection, service: ListenerService) {
    guard let stream = ConnectionStream(connection, identity: service.identity) else {
      service.connections.close(connection)
      return nil
    }
    self.connection = connection
    self.stream = stream
    self.service = service
    reader = RequestReader(stream, headLimit: service.headLimit, bodyLimit: service.bodyLimit)
    lastDate = HTTPDate(service.date())
    peer = SocketAddress(peerOf: connection.socket)?.host
  }

  /// Goes on until the peer or the service asks for the connection to be closed.
  mutating func run() {
    while true {
      do throws(ReceiveFailure) {
        guard try exchange() else { break }
        try awaitNext()
      } catch {
        // Where the next request begins is not known after one that was not understood.
        if let refusal = refusal(of: error) {
          service.refused(refusal.response)
          answer(refusal.response, isLast: true)
        }
        break
      }
    }
    leave()
    service.connections.close(connection)
  }

  /// What the peer is told when its request could not be read; nil where it has gone.
  private func refusal(of failure: ReceiveFailure) -> Refusal? {
    switch failure {
    case .refused(let refusal): refusal
    case .ended: connection.isTooSlow ? .tooSlow : nil
    }
  }

  /// Reads a request and answers it. False where that was the last one.
  private mutating func exchange() throws(ReceiveFailure) -> Bool {
    let head = try reader.head()
    let (request, framing) = try checked(head)
    let response = try response(to: request, framing, expectsContinue: head.expectsContinue)
    let isLast = head.isLast || service.isDraining || connection.readsNoMore
    return answer(response, isLast: isLast, hasBody: request.method != .head) && !isLast
  }

  /// Reads the body of a request and handles it. The body is gone, and its room free, before anybody is answered: who
  /// has the answer may send the next one.
  private mutating func response(
    to request: HTTPRequest, _ framing: RequestHead.Framing, expectsContinue: Bool
  ) throws(ReceiveFailure) -> HTTPResponse {
    let large = largeSize(framing)
    guard service.largeBodies.reserve(large) else { throw .refused(.unavailable) }
    defer { service.largeBodies.giveBack(large) }
    connection.enter(.body)
    if expectsContinue, reader.isEmpty { stream.send(ResponseMessage.goOn) }
    var request = request
    request.body = try reader.body(framing)
    connection.enter(.handler)
    if request.path == "*" { return Self.ability }
    do {
      return try service.handler.respond(to: request)
    } catch {
      // What is wrong with the handler is for the operator, not for the peer.
      return Refusal.unavailable.response
    }
  }

  /// What can be asked of the server as such.
  private static let ability = HTTPResponse(
    status: 204,
    headers: ["Allow": HTTPMethod.allCases.map(\.rawValue).joined(separator: ", ")])

  private mutating func checked(_ head: RequestHead) throws(ReceiveFailure) -> (
    HTTPRequest, RequestHead.Framing
  ) {
    do throws(Refusal) {
      let framing = try head.framing()
      let proxy = peer.flatMap { service.proxyRule.trusts($0) ? $0 : nil }
      var forwarding: Forwarding?
      if let proxy { forwarding = try service.proxyRule.forwarding(in: head.headers, from: proxy) }
      let scheme: Origin.Scheme = service.identity == nil ? .http : .https
      var request = try head.request(
        hostRule: service.hostRule, over: proxy == nil ? scheme : forwarding?.scheme,
        at: SocketAddress(ownOf: connection.socket)?.host, from: peer)
      if let proxy { try take(forwarding, from: proxy, into: &request) }
      reader.bodyLimit = max(service.bodyLimit, service.handler.bodyLimit(for: request) ?? 0)
      // Said before the peer has sent all of it.
      if case .length(let length) = framing, length > reader.bodyLimit { throw .bodyTooLarge }
      return (request, framing)
    } catch {
      throw .refused(error)
    }
  }

  /// Makes it the request that the proxy at `peer` was sent. Its name has to be one of those that were named, and the one
  /// that the proxy used has to be allowed like any other: a browser on the proxy's machine may be the one who asks.
  private func take(_ forwarding: Forwarding?, from peer: String, into request: inout HTTPRequest)
    throws(Refusal)
  {
    guard service.peerRule.admits(requestOf: forwarding?.peer) else { throw .peerNotAllowed }
    guard let forwarding else { return }
    request.peer = forwarding.peer ?? peer
    request.forwardedScheme = forwarding.scheme
    if let host = forwarding.host { request.headers["Host"] = host }
    guard let host = request.headers["Host"] else { return }
    guard service.hostRule.names(host) else { throw .forwardedHostNotAllowed }
  }

  /// How many bytes the body may have, where that is more than any request may send; else 0.
  private func largeSize(_ framing: RequestHead.Framing) -> Int {
    let most =
      switch framing {
      case .length(let length): length
      case .chunked: reader.bodyLimit
      }
    return most > service.bodyLimit ? most : 0
  }

  private mutating func awaitNext() throws(ReceiveFailure) {
    if reader.isEmpty {
      connection.enter(.idle)
      try reader.waitForMore()
    }
    connection.enter(.head)
  }

  /// Whether the peer took it.
  @discardableResult
  private mutating func answer(_ response: HTTPResponse, isLast: Bool, hasBody: Bool = true) -> Bool {
    connection.enter(.answer)
    let date = service.date()
    if !lastDate.isSame(as: date) { lastDate = HTTPDate(date) }
    let message = ResponseMessage(response, at: lastDate, isLast: isLast, hasBody: hasBody)
    return stream.send(message.bytes)
  }

  /// Waits for the peer to end too, for a moment: the system would answer what is still being sent with a
  /// reset, and the peer might never see the answer.
  private func leave() {
    connection.enter(.ending)
    // It is still sending, and nothing of that is read any more.
    if connection.isTooSlow { connection.waitUntilCut() }
    stream.end()
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { scrap in
      var patience = 1 << 20
      while patience > 0, case let count = connection.receive(into: scrap), count > 0 { patience -= count }
    }
  }
}
