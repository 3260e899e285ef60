package import Essentials

extension HTTPError {
  /// The message for people, in lower case and without a full stop.
  ///
  /// It may contain the host.
  package var sentence: Text {
    switch self {
    case .nameNotResolved(let host): "cannot find the server \(host)"
    case .connectionRefused: "no server answers at this address"
    case .connectionFailed(let reason): "cannot connect (\(reason))"
    case .tlsFailed(let reason):
      isWithoutTLS ? "the server's answer is not TLS (\(reason))" : "the connection is not secure (\(reason))"
    case .proxyFailed(let reason): "the proxy cannot be reached (\(reason))"
    case .proxyRefused(let status): "the proxy does not let the request through (it answered \(status))"
    case .timedOut(let seconds): "no answer within \(seconds) s"
    case .outOfTime(let seconds, _): "the command took longer than \(seconds) s"
    case .sentInPart(let sent, let size, let seconds):
      "the connection is too slow: \(sent / 1024) of \(size / 1024) KiB were sent within \(seconds) s"
    case .cutOffSending: "the connection broke while the request was being sent"
    case .cutOff: "the connection ended before the whole answer arrived"
    case .tooLarge(let limit): "the answer is larger than \(limit / 1024) KiB"
    case .malformed(let reason): "the answer is not HTTP (\(reason))"
    case .redirected(let status):
      "the server redirects the request (HTTP \(status)), and usher does not follow"
    case .libraryMissing(let name): "\(name) is not installed"
    case .badAddress(let address): "'\(address)' is not an address for a request"
    case .interrupted: Text("interrupted")
    case .handler: "the server in this process could not answer"
    }
  }

  /// Whether the server does not use TLS at all, judging by OpenSSL's message.
  package var isWithoutTLS: Bool {
    guard case .tlsFailed(let reason) = self else { return false }
    return reason.hasSuffix("wrong version number") || reason.hasSuffix("packet length too long")
  }
}
