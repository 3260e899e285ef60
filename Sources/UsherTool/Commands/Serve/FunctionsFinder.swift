import AuthServer
import Essentials
import HTTP
import LibC
import PrivateFiles

/// A search for the Functions emulator.
///
/// It is repeated, because the Emulator Suite may start later.
struct FunctionsFinder: Sendable {
  /// The place that an option or a configuration file names. The search then ends there.
  var named: FunctionsPlace?
  /// The value of `FIREBASE_EMULATOR_HUB`: a host and a port.
  var hub: String?
  /// The file in which a hub of this project writes its address.
  var locator: String
  /// The place that a `firebase.json` gives. It counts while something answers there, because the Emulator Suite may run
  /// without functions.
  var configured: FunctionsPlace?
  let transport: any HTTPTransport

  func find() -> FunctionsPlace? {
    if let named { return named }
    if let hub, let origin = Origin("http://" + hub), let place = functions(at: origin, Self.hubVariable) {
      return place
    }
    for origin in locatedHubs() {
      if let place = functions(at: origin, locator) { return place }
    }
    guard let configured else { return nil }
    let request = HTTPRequest(method: .get, origin: configured.origin.description, path: "/backends")
    return (try? transport.send(request))?.status == 200 ? configured : nil
  }

  static let hubVariable = "FIREBASE_EMULATOR_HUB"

  /// Returns the path where the hub of `project` writes its address, as Node's `os.tmpdir()` decides it.
  static func locator(of project: String, _ environment: Environment) -> String {
    let folder =
      ["TMPDIR", "TMP", "TEMP"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "/tmp"
    return (folder.hasSuffix("/") ? folder : folder + "/") + "hub-\(project).json"
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

  private struct Locator: Decodable {
    var origins: [String]
  }

  /// Returns the hubs on this machine that the locator names.
  ///
  /// Everybody can write to the folder. A planted hub would receive users' addresses, and its functions would decide
  /// about sign-ins. So the file must be this user's own.
  private func locatedHubs() -> [Origin] {
    guard let file = try? Descriptor(locator, O_RDONLY | O_NOFOLLOW), let status = try? file.status(),
      status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      let text = try? file.read(limit: 1 << 16),
      let locator = try? JSONReader.plain.read(Locator.self, from: text)
    else { return [] }
    return locator.origins.compactMap { Origin($0) }.filter(\.isLoopback)
  }
}
