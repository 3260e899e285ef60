import HTTP

/// Why no usable answer came from the network.
public struct NetworkProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Kind: Sendable {
    /// The host's name did not resolve.
    case nameNotResolved
    /// Nobody listens there, or no connection could be made.
    case connectionFailed
    /// The certificate, the host's name or the protocol is not to be trusted.
    case untrusted
    /// A proxy refused or could not be reached.
    case proxyFailed
    /// No whole answer came in time: ``AuthOptions/requestTimeout``.
    case timedOut
    /// The connection ended within the answer, or the answer is no HTTP of a usual size.
    case malformedAnswer
    /// libcurl is not installed.
    case libraryMissing
    /// Anything else.
    case other
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// A sentence for developers; it may name the host.
  public let description: String

  init(_ error: HTTPError) {
    (kind, description) =
      switch error {
      case .nameNotResolved(let host): (.nameNotResolved, "the name \(host) does not resolve")
      case .connectionRefused: (.connectionFailed, "nobody listens there")
      case .connectionFailed(let reason): (.connectionFailed, reason)
      case .tlsFailed(let reason): (.untrusted, reason)
      case .proxyFailed(let reason): (.proxyFailed, reason)
      case .timedOut(let seconds): (.timedOut, "no answer within \(seconds) seconds")
      case .outOfTime(let seconds): (.timedOut, "the \(seconds) seconds are used up")
      case .cutOff: (.malformedAnswer, "the connection ended within the answer")
      case .tooLarge(let limit): (.malformedAnswer, "the answer is larger than \(limit) bytes")
      case .malformed(let reason): (.malformedAnswer, reason)
      case .redirected(let status): (.malformedAnswer, "the server redirects (\(status))")
      case .badAddress(let address): (.other, "no request can be sent to \(address)")
      case .interrupted: (.other, "interrupted")
      case .libraryMissing(let name): (.libraryMissing, "\(name) is not installed")
      case .handler(let failure): (.other, "the server in this process failed: \(failure)")
      }
  }
}
