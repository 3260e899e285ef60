import AuthClient
import AuthServer
import CommandKit
import Essentials
import HTTP
import HTTPListener

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
      self.init(.timedOut, error.sentence, hint: "try again, with a longer --timeout")
    case .sentInPart:
      self.init(.timedOut, error.sentence, hint: "try again with a longer --timeout")
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

extension Diagnosis {
  /// The server could not listen.
  init(_ error: ListenError) {
    switch error {
    case .notAnAddress(let host):
      self.init(.badAddress, "'\(host)' is not an IP address that can be listened on", retry: .newInput)
    case .addressNotAvailable(let host):
      self.init(.cannotListen, "\(host) is not an address of this machine", retry: .newInput)
    case .portTaken(let port):
      self.init(
        .portTaken, "port \(port) is taken",
        hint: Hint("choose another port with --port").then(
          "or take any free port", copying: "usher serve --port 0"), retry: .newInput)
    case .portNotPermitted(let port):
      self.init(
        .portNotPermitted, "only root can use port \(port)",
        hint: "choose a port from 1024 on", retry: .newInput)
    case .notListening(let descriptor):
      self.init(
        .cannotListen, "descriptor \(descriptor) is not a TCP socket that listens",
        hint: "set ListenStream=ADDRESS:PORT in the service's socket unit")
    case .failed(let reason):
      self.init(.cannotListen, "cannot listen (\(reason))", retry: .same)
    }
  }
}

extension Diagnosis {
  /// A file with a secret that others get at, in the way that `reason` says.
  static func exposed(_ file: String, holding secret: Text, _ reason: Text) -> Diagnosis {
    Diagnosis(
      .keyExposed, "\(file) contains \(secret), and \(reason)",
      hint: Hint("make it yours alone", copying: ["chmod", "600", file].shellLine))
  }

  /// The server has no certificate to show.
  init(_ error: TLSIdentity.Problem) {
    switch error {
    case .libraryMissing: self = .libraryMissing(SystemLibrary.crypto.rawValue)
    case .unreadable(let file, let reason):
      self.init(.cannotRead, "cannot read \(file) (\(reason))")
    case .exposed(let file):
      self = .exposed(file, holding: "the key", "others can read or change it")
    case .noKey(let file):
      self.init(
        .badCertificate, "\(file) does not contain a usable private key",
        hint: "use a PEM file without a passphrase")
    case .noCertificate(let file):
      self.init(.badCertificate, "\(file) does not contain a usable certificate", hint: "use a PEM file")
    case .otherKey(let file):
      self.init(.badCertificate, "the key in \(file) does not belong to the certificate")
    }
  }
}
