import AuthClient
import AuthServer
import CommandKit
import HTTP

extension Diagnosis {
  /// Nothing usable came back.
  init(_ error: HTTPError) {
    switch error {
    case .nameNotResolved(let host):
      self = .unreachable(
        "cannot find the server \(host)", "check the address and the network's name service")
    case .connectionRefused:
      self = .unreachable(
        "nobody answers at that address", "is the server running? usher serve starts one")
    case .connectionFailed(let reason):
      self = .unreachable("cannot connect (\(reason))", "check the network")
    case .tlsFailed(let reason):
      // OpenSSL's words for an answer that is not TLS.
      self =
        reason.hasSuffix("wrong version number") || reason.hasSuffix("packet length too long")
        ? .unreachable(
          "the server's answer is not TLS (\(reason))", "a server without TLS has an address with http://")
        : .unreachable(
          "the connection is not secure (\(reason))",
          "check the address and the clock; a company's own certificate goes into --cacert")
    case .proxyFailed(let reason):
      self = .unreachable("the proxy cannot be reached (\(reason))", "check --proxy and https_proxy")
    case .proxyRefused(let status):
      self = .unreachable(
        "the proxy does not let the request through (it answered \(status))", "check --proxy and https_proxy")
    case .timedOut(let seconds):
      self = .unreachable("no answer within \(seconds) s", "try again")
    case .outOfTime(let seconds, _):
      self.init(
        .timedOut, "the command took longer than the \(seconds) s that it may",
        hint: "try again; --timeout allows more time", retry: .same)
    case .sentInPart(let sent, let size, let seconds):
      self.init(
        .timedOut,
        "the connection is too slow: \(sent.inKiB) of \(size.inKiB) KiB were sent within \(seconds) s",
        hint: "--timeout allows more time", retry: .same)
    case .cutOffSending:
      self = .unreachable(
        "the connection broke while the request was being sent",
        "try again; a proxy on the way may refuse, or be too slow for, so large a request")
    case .cutOff:
      self = .unreachable("the connection ended before the whole answer was there", "try again")
      maySpeakTLS = true
    case .tooLarge(let limit):
      self = .unreachable("the answer is larger than \(limit / 1024) KiB", "is this the right address?")
    case .malformed(let reason):
      self = .unreachable("the answer is not HTTP (\(reason))", "is this the right address?")
      maySpeakTLS = true
    case .redirected(let status):
      self = .unreachable(
        "the server sends the request elsewhere (HTTP \(status)), and tokens are never sent on",
        "give the final address with --endpoint")
    case .libraryMissing(let name): self = .libraryMissing(name)
    case .badAddress(let address):
      self.init(.badAddress, "'\(address)' is no address to send a request to")
    case .interrupted:
      self.init(.interrupted, "interrupted", retry: .same)
    case .handler(let failure):
      self = (failure.error as? StorageFailure).map { Diagnosis($0) } ?? Diagnosis(unexpected: failure.error)
    }
  }

  private static func unreachable(_ message: String, _ hint: Hint) -> Diagnosis {
    Diagnosis(
      AuthErrorName.networkRequestFailed.rawValue, .unavailable, message, hint: hint, retry: .same)
  }
}

extension Int {
  fileprivate var inKiB: Int { self / 1024 }
}
