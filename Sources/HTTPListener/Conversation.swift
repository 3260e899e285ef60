internal import HTTP

/// The requests of a connection and their answers, one after another, on a separate thread.
struct Conversation {
  private let connection: Connection
  private let stream: ConnectionStream
  private let service: ListenerService
  private var reader: RequestReader<ConnectionStream>
  private var lastDate: HTTPDate
  private let peer: String?

  /// Returns nil and closes the connection if the TLS handshake with the peer fails.
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

  /// Continues until the peer or the service wants to close the connection.
  mutating func run() {
    while true {
      do throws(ReceiveFailure) {
        guard try exchange() else { break }
        try awaitNext()
      } catch {
        // After a malformed request, the beginning of the next one is unknown.
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

  /// Returns the answer to a request that could not be read, or nil if the peer has disconnected.
  private func refusal(of failure: ReceiveFailure) -> Refusal? {
    switch failure {
    case .refused(let refusal): refusal
    case .ended: connection.isTooSlow ? .tooSlow : nil
    }
  }

  /// Reads and answers a request.
  ///
  /// Returns false if it was the last one.
  private mutating func exchange() throws(ReceiveFailure) -> Bool {
    let head = try reader.head()
    let (request, framing) = try checked(head)
    let response = try response(to: request, framing, expectsContinue: head.expectsContinue)
    let isLast = head.isLast || service.isDraining || connection.readsNoMore
    return answer(response, isLast: isLast, hasBody: request.method != .head) && !isLast
  }

  /// Reads the body of a request and handles it.
  ///
  /// The body's memory is free before the answer is sent, because the peer may then send the next request.
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
      // An error of the handler is for the operator, not for the peer.
      return Refusal.unavailable.response
    }
  }

  /// The answer to `OPTIONS *`, about the server as a whole.
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
      // This refusal is sent before the peer has sent the whole body.
      if case .length(let length) = framing, length > reader.bodyLimit { throw .bodyTooLarge }
      return (request, framing)
    } catch {
      throw .refused(error)
    }
  }

  /// Changes the request to the one that the proxy at `peer` received.
  ///
  /// Its host must be one of the allowed names. The name that the proxy used must be allowed too: the client may be a
  /// browser on the proxy's machine.
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

  /// Returns the possible size of the body if it exceeds the ordinary limit, or 0.
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

  /// Returns whether the peer received it.
  @discardableResult
  private mutating func answer(_ response: HTTPResponse, isLast: Bool, hasBody: Bool = true) -> Bool {
    connection.enter(.answer)
    let date = service.date()
    if !lastDate.isSame(as: date) { lastDate = HTTPDate(date) }
    let message = ResponseMessage(response, at: lastDate, isLast: isLast, hasBody: hasBody)
    return stream.send(message.bytes)
  }

  /// Waits shortly for the peer to close the connection too.
  ///
  /// Otherwise, the system would reset the connection if the peer is still sending. Then the peer might never see the
  /// answer.
  private func leave() {
    connection.enter(.ending)
    // The peer is still sending, and nobody reads that any more.
    if connection.isTooSlow { connection.waitUntilCut() }
    stream.end()
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { scrap in
      var patience = 1 << 20
      while patience > 0, case let count = connection.receive(into: scrap), count > 0 { patience -= count }
    }
  }
}
