import Essentials
import HTTP
import HTTPListener

/// A transport that sends only to this machine and to private networks.
struct PrivateTransport: HTTPTransport {
  let transport: any HTTPTransport

  /// The names for the host machine inside containers.
  private static let hosts: Set = ["host.docker.internal", "host.containers.internal"]

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    guard let origin = Origin(request.origin), Self.isNear(origin) else { throw .badAddress(request.origin) }
    return try transport.send(request)
  }

  /// Returns whether the origin is on this machine or in a private network.
  ///
  /// A name without a dot counts, because only a private network resolves it.
  private static func isNear(_ origin: Origin) -> Bool {
    let host = origin.host
    // A host that is only a number is an address. Clouds publish machine secrets at link-local addresses.
    let isName = host.first?.isLetter == true && !host.contains(".") && !host.contains(":")
    let isLinkLocal =
      host.hasPrefix("169.254.") || host.asciiLowercased().hasPrefix("fe80:") || host == "fd00:ec2::254"
    return origin.isLoopback
      || !isLinkLocal && (PrivateAddress.contains(host) || hosts.contains(host) || isName)
  }
}
