extension HTTPError {
  /// Why nothing came back, for a log. It may name the host.
  package var reason: String {
    switch self {
    case .nameNotResolved(let host): "the name \(host) does not resolve"
    case .connectionRefused: "the connection was refused"
    case .connectionFailed(let reason): "the connection failed: \(reason)"
    case .tlsFailed(let reason): "the connection could not be trusted: \(reason)"
    case .proxyFailed(let reason): "the proxy failed: \(reason)"
    case .proxyRefused(let status): "the proxy answered \(status)"
    case .timedOut(let seconds): "no answer within \(seconds) seconds"
    case .outOfTime(let seconds, _): "the \(seconds) seconds are used up"
    case .sentInPart(let sent, let size, let seconds):
      "\(sent) of the \(size) bytes to send went out within \(seconds) seconds"
    case .cutOff: "the connection ended within the answer"
    case .cutOffSending: "the connection ended while the request was being sent"
    case .tooLarge(let limit): "the answer is larger than \(limit) bytes"
    case .malformed(let reason): "the answer is no HTTP: \(reason)"
    case .redirected(let status): "the server answered with a redirect (\(status)), which is not followed"
    case .badAddress(let address): "no request can be sent to \(address)"
    case .interrupted: "the wait was interrupted"
    case .libraryMissing(let name): "\(name) is not installed"
    case .handler: "the server in this process could not answer"
    }
  }
}
