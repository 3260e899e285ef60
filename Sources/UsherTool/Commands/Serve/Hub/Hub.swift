import Essentials
import HTTP
import HTTPListener
import IdentityToolkit
import PrivateFiles

/// The hub's part, as long as no hub runs: Firebase's tools find the server, and can export its accounts.
///
/// A hub of the Emulator Suite that starts later replaces the locator, and takes over.
final class Hub {
  let address: HubHandler.Address
  private let listener: HTTPListener
  private let locator: HubLocator
  private let content: HubLocator.Content

  /// Starts to listen on any free port of loopback, and then writes the locator.
  ///
  /// It leaves the usual port 4400 to the Emulator Suite: if a configuration demands that port, the Suite does not start
  /// without it.
  init(
    at locator: HubLocator, for server: HubHandler.Address, export: @escaping HubHandler.Export
  ) throws {
    let handler = HubHandler(server: server, export: export)
    listener = try HTTPListener(handler)
    address = HubHandler.Address(host: listener.host, port: listener.port)
    handler.listens(at: address)
    guard let origin = Origin("http://" + address.authority) else {
      fatalError("a loopback address that is no origin")
    }
    content = HubLocator.Content(origin: origin)
    self.locator = locator
    try locator.write(content)
  }

  /// Removes the locator unless another hub has replaced it, and lets a running export finish.
  func stop() {
    locator.remove(ifStill: content)
    listener.stop()
  }

  /// Returns whether a hub answers that the locator names.
  static func answers(at locator: HubLocator, _ transport: any HTTPTransport) -> Bool {
    (locator.read()?.hubs ?? []).contains { origin in
      let request = HTTPRequest(method: .get, origin: origin.description, path: "/emulators")
      guard let response = try? transport.send(request), response.status == 200 else { return false }
      return JSONValue(json: response.body)?.members != nil
    }
  }
}
