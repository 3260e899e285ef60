import CommandKit
import Essentials
import HTTP
import HTTPListener
import IdentityToolkit
import LibC

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

// The default project of the server's clients.
extension Serve {
  /// Returns the first project that is set.
  ///
  /// The order is: option, USHER_PROJECT, configuration file, Firebase's files beside that file, Google's environment
  /// variables, and Firebase's files around the current folder. Without any of them, it is the demo project.
  /// - Parameters:
  ///   - configured: The project in the configuration file.
  ///   - folder: The folder of a Firebase project that nobody named.
  func project(_ configured: String?, _ folder: FirebaseFolder?, in context: Context) throws -> String {
    let project = try namedProject(configured, in: context) ?? folder?.project ?? Destination.demoProject
    // `Environment.check` refuses an empty variable with a better message.
    guard project.isEmpty || ProjectID.isID(project) else {
      throw Diagnosis(
        .badProject, "'\(project)' is not a project id", hint: "name another project with --project")
    }
    return project
  }

  func namedProject(_ configured: String?, in context: Context) throws -> String? {
    let named = context.settings.options.project ?? context.world.environment["USHER_PROJECT"] ?? configured
    if let project = try named ?? projectBesideFile(in: context) { return project }
    // The Admin SDKs use the same order.
    return ["GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT"].lazy.compactMap { context.world.environment[$0] }
      .first { !$0.isEmpty }
  }

  /// Returns the project that Firebase's tools use in the folder of the configuration file; nil if there is none.
  private func projectBesideFile(in context: Context) throws -> String? {
    guard let config, config != "-" else { return nil }
    let folder = config.lastIndex(of: "/").map { String(config[...$0]) } ?? ""
    let path = folder + FirebaseProject.fileName
    guard access(path, F_OK) == 0 else { return nil }
    guard let json = JSONValue(commented: try context.world.standardInput.data(of: path)) else {
      throw Diagnosis(
        .badConfig, "\(path) is not JSON", hint: "correct the file, or name a project with --project")
    }
    let chosen = FirebaseProject.chosen(in: folder.isEmpty ? "." : folder, context.world.environment)
    return FirebaseProject(json, chosen: chosen).id
  }
}
