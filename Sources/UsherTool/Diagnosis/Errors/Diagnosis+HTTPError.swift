import AuthClient
import AuthServer
import CommandKit
import Essentials
import HTTP

extension Diagnosis {
  /// Nothing usable came back.
  init(_ error: HTTPError) {
    switch error {
    case .nameNotResolved: self = .unreachable(error, "check the address and the network's DNS")
    case .connectionRefused:
      self = .unreachable(error, Hint("check the address, or start a server", copying: "usher serve"))
    case .connectionFailed: self = .unreachable(error, "check the network")
    case .tlsFailed:
      self = .unreachable(
        error,
        error.isWithoutTLS
          ? "use http:// for a server without TLS"
          : "check the address and this machine's clock, or name your company's certificate with --cacert")
    case .proxyFailed, .proxyRefused: self = .unreachable(error, "check --proxy and https_proxy")
    case .timedOut: self = .unreachable(error, "try again")
    case .outOfTime:
      self.init(.timedOut, error.sentence, hint: "try again, with a longer --timeout", retry: .same)
    case .sentInPart:
      self.init(.timedOut, error.sentence, hint: "try again with a longer --timeout", retry: .same)
    case .cutOffSending:
      self = .unreachable(
        error, "try again: a proxy on the way may refuse so large a request")
    case .cutOff:
      self = .unreachable(error, "try again")
      maySpeakTLS = true
    case .tooLarge: self = .unreachable(error, "check the address")
    case .malformed:
      self = .unreachable(error, "check the address")
      maySpeakTLS = true
    case .redirected: self = .unreachable(error, "name the final address with --endpoint")
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
