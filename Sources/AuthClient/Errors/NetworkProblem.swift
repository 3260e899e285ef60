import Essentials
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
    description = error.sentence.english
    kind =
      switch error {
      case .nameNotResolved: .nameNotResolved
      case .connectionRefused, .connectionFailed, .cutOffSending: .connectionFailed
      case .tlsFailed: .untrusted
      case .proxyFailed, .proxyRefused: .proxyFailed
      case .timedOut, .sentInPart, .outOfTime: .timedOut
      case .cutOff, .tooLarge, .malformed, .redirected: .malformedAnswer
      case .libraryMissing: .libraryMissing
      case .badAddress, .interrupted, .handler: .other
      }
  }
}
