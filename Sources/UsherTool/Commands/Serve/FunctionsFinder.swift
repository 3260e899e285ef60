import AuthServer
import Essentials
import HTTP

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

  private struct Emulators: Decodable {
    struct Functions: Decodable {
      var host: String
      var port: Int
    }

    var functions: Functions?
  }

  private func functions(at hub: Origin, _ source: String) -> FunctionsPlace? {
    let request = HTTPRequest(method: .get, origin: hub.description, path: "/emulators")
    guard let response = try? transport.send(request), response.status == 200,
      let functions = try? JSONReader.plain.read(Emulators.self, from: response.body).functions
    else { return nil }
    return Self.place(host: functions.host, port: functions.port, source)
  }

  /// The hubs that the locator names, without our own.
  private func locatedHubs() -> [Origin] {
    guard let content = locator.read(), !content.isOurs else { return [] }
    return content.hubs
  }
}
