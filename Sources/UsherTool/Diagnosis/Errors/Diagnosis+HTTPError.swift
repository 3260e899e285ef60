import AuthClient
import AuthServer
import CommandKit
import HTTP

extension Diagnosis {
  /// Nothing usable came back.
  init(_ error: HTTPError) {
    switch error {
    case .nameNotResolved: self = .unreachable(error, "check the address and the network's name service")
    case .connectionRefused: self = .unreachable(error, "is the server running? usher serve starts one")
    case .connectionFailed: self = .unreachable(error, "check the network")
    case .tlsFailed:
      self = .unreachable(
        error,
        error.isWithoutTLS
          ? "a server without TLS has an address with http://"
          : "check the address and the clock; a company's own certificate goes into --cacert")
    case .proxyFailed, .proxyRefused: self = .unreachable(error, "check --proxy and https_proxy")
    case .timedOut: self = .unreachable(error, "try again")
    case .outOfTime:
      self.init(.timedOut, error.sentence, hint: "try again; --timeout allows more time", retry: .same)
    case .sentInPart:
      self.init(.timedOut, error.sentence, hint: "--timeout allows more time", retry: .same)
    case .cutOffSending:
      self = .unreachable(
        error, "try again; a proxy on the way may refuse, or be too slow for, so large a request")
    case .cutOff:
      self = .unreachable(error, "try again")
      maySpeakTLS = true
    case .tooLarge: self = .unreachable(error, "is this the right address?")
    case .malformed:
      self = .unreachable(error, "is this the right address?")
      maySpeakTLS = true
    case .redirected: self = .unreachable(error, "give the final address with --endpoint")
    case .libraryMissing(let name): self = .libraryMissing(name)
    case .badAddress: self.init(.badAddress, error.sentence)
    case .interrupted: self.init(.interrupted, error.sentence, retry: .same)
    case .handler(let failure):
      self = (failure.error as? StorageFailure).map { Diagnosis($0) } ?? Diagnosis(unexpected: failure.error)
    }
  }

  private static func unreachable(_ error: HTTPError, _ hint: Hint) -> Diagnosis {
    Diagnosis(
      AuthErrorCode.networkError.name, .unavailable, error.sentence, hint: hint, retry: .same)
  }
}
