import AuthServer
import CommandKit
import Essentials
import HTTP

// What functions are told.
extension Serve {
  /// Returns how the server of `project` finds functions and tells them of accounts.
  ///
  /// - Parameters:
  ///   - isNamed: Whether the project was named.
  ///   - configured: Where a `firebase.json` says that functions are.
  func functionsSettings(
    for project: String, isNamed: Bool, _ configured: FunctionsPlace?, in context: Context
  ) throws -> FunctionsSettings {
    let world = context.world
    let asksNone = functions == "none"
    if functions != nil, !asksNone, eventsURL != nil {
      throw UsageError.misuse("--functions and --events-url cannot be used together")
    }
    let transport = PrivateTransport(
      transport: world.network(NetworkSettings(deadline: .seconds(5), proxy: "")))
    if asksNone {
      return FunctionsSettings(
        isExpected: eventsURL != nil, find: { nil }, mayStartSoon: { false }, transport: transport,
        webhook: try webhook(in: context), uptime: world.uptime)
    }
    let finder = FunctionsFinder(
      named: try namedFunctions(), hub: world.environment[HubLocator.hubVariable],
      locator: HubLocator(of: project, world.environment), configured: configured,
      transport: transport)
    // A test has its server for itself, and nobody reads what it says.
    let seeksOthers = isNamed && port != 0 && finder.named == nil && eventsURL == nil
    let tell = seeksOthers ? Announcements(world, context.settings).tell : nil
    let others = tell.map { OtherFunctions(of: project, beside: finder, tell: $0) }
    return FunctionsSettings(
      isExpected: finder.named != nil || finder.hub != nil || eventsURL != nil,
      find: {
        let place = finder.find()
        others?.look(besides: place)
        return place
      },
      mayStartSoon: { finder.mayFindSoon }, transport: transport, webhook: try webhook(in: context),
      uptime: world.uptime)
  }

  private func namedFunctions() throws -> FunctionsPlace? {
    guard let functions else { return nil }
    guard let origin = Origin("http://" + functions), let port = origin.port,
      let place = FunctionsFinder.place(host: origin.host, port: port, "--functions")
    else {
      throw UsageError.misuse(
        "'\(functions)' is not valid for --functions", hint: "write it as in 127.0.0.1:5001")
    }
    return place
  }

  private func webhook(in context: Context) throws -> EventWebhook? {
    guard let eventsURL else {
      guard eventsSecretFile == nil else {
        throw UsageError.misuse("--events-secret-file needs --events-url")
      }
      return nil
    }
    var key: String?
    if let eventsSecretFile {
      try checkExposure(of: eventsSecretFile, holding: "the secret", in: context)
      key = try secret(in: eventsSecretFile, context)
      if key == nil {
        throw UsageError.misuse(
          "\(eventsSecretFile) does not contain a secret",
          hint: "write 16 or more printable characters in one line")
      }
    }
    let transport = context.world.network(NetworkSettings(deadline: .seconds(10)))
    guard let webhook = EventWebhook(eventsURL, secret: key, transport: transport) else {
      throw UsageError.misuse(
        "'\(eventsURL)' is not valid for --events-url", hint: "write it as in https://example.com/events")
    }
    return webhook
  }
}

/// A search for the Functions emulator.
///
/// It is repeated, because the Emulator Suite may start later.
struct FunctionsFinder: Sendable {
  /// The place that an option or a configuration file names. The search then ends there.
  var named: FunctionsPlace?
  /// The value of `FIREBASE_EMULATOR_HUB`: a host and a port.
  var hub: String?
  /// The file in which a hub of this project writes its address.
  var locator: HubLocator
  /// The place that a `firebase.json` gives. It counts while something answers there, because the Emulator Suite may run
  /// without functions.
  var configured: FunctionsPlace?
  let transport: any HTTPTransport

  func find() -> FunctionsPlace? {
    if let named { return named }
    if let hub, let origin = Origin("http://" + hub),
      let place = functions(at: origin, HubLocator.hubVariable)
    {
      return place
    }
    for origin in locatedHubs() {
      // A stale file may name a port that somebody else uses now.
      if let place = functions(at: origin, locator.path), place.origin.isLoopback { return place }
    }
    guard let configured else { return nil }
    let request = HTTPRequest(method: .get, origin: configured.origin.description, path: "/backends")
    return (try? transport.send(request))?.status == 200 ? configured : nil
  }

  /// Whether something says that functions belong here, or a hub runs, which comes seconds before its functions.
  var mayFindSoon: Bool {
    if named != nil || hub != nil || configured != nil { return true }
    return locator.read().map { !$0.isOurs } ?? false
  }

  /// Returns the address of the Functions emulator in a configuration or a hub's answer.
  ///
  /// A wildcard address covers all addresses, but clients cannot connect to it.
  static func place(host: String, port: Int, _ source: String) -> FunctionsPlace? {
    let host = ["0.0.0.0": "127.0.0.1", "localhost": "127.0.0.1", "::": "::1"][host] ?? host
    return Origin("http://\(host.contains(":") ? "[\(host)]" : host):\(port)").map {
      FunctionsPlace(origin: $0, source: source)
    }
  }

  private func functions(at hub: Origin, _ source: String) -> FunctionsPlace? {
    let functions = HubLocator.emulators(of: hub, over: transport)?["functions"]
    guard let host = functions?["host"]?.string, let port = functions?["port"]?.integer else { return nil }
    return Int(exactly: port).flatMap { Self.place(host: host, port: $0, source) }
  }

  /// The hubs that the locator names, without our own.
  private func locatedHubs() -> [Origin] {
    guard let content = locator.read(), !content.isOurs else { return [] }
    return content.hubs
  }
}
