import AuthServer
import Essentials
import HTTP
import HTTPListener
import IdentityToolkit
import PrivateFiles
import Synchronization

/// The hub's part, as long as no other hub runs: Firebase's tools find the server, and can export its accounts.
///
/// A hub of the Emulator Suite has the locator as long as it runs, and replaces it if it starts later.
final class Hub: Sendable {
  let address: HubHandler.Address
  /// Whether no other hub ran at the start.
  let isFirst: Bool
  private let listener: HTTPListener
  private let locator: HubLocator
  private let content: HubLocator.Content
  private let transport: any HTTPTransport
  private let isOver = Mutex(false)
  private let ended = Event()

  /// Starts to listen on loopback, and then writes the locator if no other hub runs.
  ///
  /// - Parameters:
  ///   - port: The port to listen on if it is free. By default, it is any free one, and never the usual port 4400: if a
  ///     configuration demands that port, the Suite does not start without it.
  ///   - transport: Asks other hubs whether they still run.
  init(
    at locator: HubLocator, for server: HubHandler.Address, port: UInt16? = nil,
    over transport: any HTTPTransport, export: @escaping HubHandler.Export
  ) throws {
    let handler = HubHandler(server: server, export: export)
    var configuration = HTTPListener.Configuration()
    configuration.port = port ?? 0
    listener = try (try? HTTPListener(handler, configuration: configuration)) ?? HTTPListener(handler)
    address = HubHandler.Address(host: listener.host, port: listener.port)
    handler.listens(at: address)
    guard let origin = Origin("http://" + address.authority) else {
      fatalError("a loopback address that is no origin")
    }
    content = HubLocator.Content(origin: origin)
    self.locator = locator
    self.transport = transport
    isFirst = !Self.answers(at: locator, transport)
    if isFirst { try locator.write(content) }
    try startThread { [self] in
      while !ended.wait(for: Self.interval) { keepLocator() }
    }
  }

  private static let interval: Duration = .seconds(2)

  /// Writes the locator if the other hub has gone: that of the Suite removes it at its end.
  private func keepLocator() {
    guard locator.read() != content, !Self.answers(at: locator, transport) else { return }
    isOver.withLock { isOver in
      if !isOver { try? locator.write(content) }
    }
  }

  /// Removes the locator unless another hub has replaced it, and lets a running export finish.
  func stop() {
    isOver.withLock { $0 = true }
    ended.signal()
    locator.remove(ifStill: content)
    listener.stop()
  }

  /// Returns whether a hub answers that the locator names.
  private static func answers(at locator: HubLocator, _ transport: any HTTPTransport) -> Bool {
    (locator.read()?.hubs ?? []).contains { origin in
      let request = HTTPRequest(method: .get, origin: origin.description, path: "/emulators")
      guard let response = try? transport.send(request), response.status == 200 else { return false }
      return JSONValue(json: response.body)?.members != nil
    }
  }
}
