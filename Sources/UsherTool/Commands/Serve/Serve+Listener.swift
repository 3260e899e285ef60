import CommandKit
import Essentials
import HTTP
import HTTPListener

// Addresses and clients that the server accepts.
extension Serve {
  /// - Parameter socket: A listening socket from the service manager; it decides the address.
  func listenerConfiguration(on socket: Int32? = nil) throws -> HTTPListener.Configuration {
    var configuration = HTTPListener.Configuration()
    if let host { configuration.host = host }
    guard let port = UInt16(exactly: port ?? 9099) else {
      throw UsageError.misuse("--port needs a number up to 65535")
    }
    configuration.port = port
    if let socket {
      guard let host = HTTPListener.host(of: socket) else { throw ListenError.notListening(socket) }
      configuration.socket = socket
      configuration.host = host
    }
    configuration.allowedHosts = allowedHosts
    configuration.trustsNetwork = trustNetwork
    configuration.trustedProxies = trustedProxies
    if AddressRange.coverHalf(trustedProxies) {
      throw UsageError.misuse(
        "--trust-proxy would let half of the internet, or more, claim any address",
        hint: "name the proxy's own address")
    }
    // A wildcard address may include a public address.
    if trustNetwork { configuration.admits = { PrivateAddress.contains($0) } }
    let origin = Origin(
      "http://" + (configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host))
    if trustNetwork, !PrivateAddress.contains(configuration.host) {
      throw UsageError.misuse(
        "\(configuration.host) is not a private address: --trust-network would give the owner's rights to the "
          + "internet", hint: "listen on a private address, or use --owner-token-file instead")
    }
    if ownerTokenFile == nil, !trustNetwork, origin?.isLoopback != true {
      throw UsageError.misuse(
        "\(configuration.host) can be reached from other machines, and the owner's token would be 'owner'",
        hint: Hint(
          "set another token with --owner-token-file, trust a private network with --trust-network, or listen on "
            + "127.0.0.1"))
    }
    if ownerTokenFile == nil, !trustNetwork, !trustedProxies.isEmpty {
      throw UsageError.misuse(
        "a proxy lets other machines reach the server, and the owner's token would be 'owner'",
        hint: "set another token with --owner-token-file, or trust a private network with --trust-network")
    }
    return configuration
  }

  /// Warns if an address range of trusted proxies may include other clients.
  func warnOfWideProxies(in context: Context) {
    if trustedProxies.contains(where: \.isWide) {
      context.output.warn(
        "--trust-proxy: the range is wider than one owner's network, and usher believes every machine in it")
    }
  }

  /// Returns a function that warns about a refused client on standard error; nil if warnings are off.
  func strangerNotice(in context: Context) -> (@Sendable (String) -> Void)? {
    guard let tell = Announcements(context.world, context.settings).tell else { return nil }
    return { address in
      tell(
        "warning: --trust-network: usher refuses \(address) and others like it, because it is not a private address"
      )
    }
  }
}
