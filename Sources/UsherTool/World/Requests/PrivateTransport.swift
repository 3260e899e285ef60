import Essentials
import HTTP
import HTTPListener

/// Sends to this machine and to private networks, nowhere else.
struct PrivateTransport: HTTPTransport {
  let transport: any HTTPTransport

  /// What containers call the machine that they run on.
  private static let hosts: Set = ["host.docker.internal", "host.containers.internal"]

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    guard let origin = Origin(request.origin), Self.isNear(origin) else { throw .badAddress(request.origin) }
    return try transport.send(request)
  }

  /// A name without a dot is one that only a private network resolves.
  private static func isNear(_ origin: Origin) -> Bool {
    let host = origin.host
    // A number is an address too; and a link's own addresses are where clouds keep their machines' secrets.
    let isName = host.first?.isLetter == true && !host.contains(".") && !host.contains(":")
    let isLinkLocal =
      host.hasPrefix("169.254.") || host.asciiLowercased().hasPrefix("fe80:") || host == "fd00:ec2::254"
    return origin.isLoopback
      || !isLinkLocal && (PrivateAddress.contains(host) || hosts.contains(host) || isName)
  }
}
