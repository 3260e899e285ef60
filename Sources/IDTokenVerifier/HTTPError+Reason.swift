import HTTP

extension HTTPError {
  /// Why nothing came back, for a log.
  var reason: String {
    switch self {
    case .nameNotResolved(let host): "the name \(host) could not be resolved"
    case .connectionRefused: "the connection was refused"
    case .connectionFailed(let reason): "the connection failed: \(reason)"
    case .tlsFailed(let reason): "the connection could not be trusted: \(reason)"
    case .proxyFailed(let reason): "the proxy failed: \(reason)"
    case .timedOut(let seconds), .outOfTime(let seconds): "no answer within \(seconds) seconds"
    case .cutOff: "the connection ended in the middle of the answer"
    case .tooLarge(let limit): "the answer is larger than \(limit) bytes"
    case .malformed(let reason): "the answer is no HTTP: \(reason)"
    case .redirected(let status): "the server answered with a redirect (\(status)), which is not followed"
    case .badAddress(let address): "not an address: \(address)"
    case .interrupted: "a signal ended the wait"
    case .libraryMissing(let name): "\(name) is not installed"
    case .handler: "the server in this process could not answer"
    }
  }
}
