import Essentials
import HTTP
import IdentityToolkit
import Synchronization

/// What Firebase's tools ask the hub of the Emulator Suite, in its words.
///
/// Programs of this machine may ask. Pages may not: the answers carry no permission for other sites.
final class HubHandler: HTTPHandler {
  /// Writes an export to a folder.
  typealias Export = @Sendable (ExportFolder) throws(Diagnosis) -> Void

  private let server: Address
  private let export: Export
  /// The hub's own address, as soon as it listens.
  private let own = Mutex<Address?>(nil)
  /// Two exports at the same time would mix their files.
  private let exporting = Mutex(())

  struct Address: Sendable {
    var host: String
    var port: UInt16

    /// For URLs.
    var authority: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
  }

  init(server: Address, export: @escaping Export) {
    self.server = server
    self.export = export
  }

  /// Says where the hub listens.
  func listens(at address: Address) {
    own.withLock { $0 = address }
  }

  func respond(to request: HTTPRequest) -> HTTPResponse {
    switch (request.method, request.path) {
    case (.get, "/"): Self.answer(200, locator)
    case (.get, "/emulators"): Self.answer(200, emulators)
    case (.post, "/_admin/export"): exported(request)
    // This hub runs no functions.
    case (.put, "/functions/disableBackgroundTriggers"), (.put, "/functions/enableBackgroundTriggers"):
      Self.answer(400, ["error": "The Cloud Functions emulator is not running."])
    default: Self.answer(404, message: "usher's part of the hub does not know this path")
    }
  }

  private var locator: JSONValue {
    guard let own = own.withLock(\.self), let origin = Origin("http://" + own.authority) else { return [:] }
    var locator = HubLocator.Content(origin: origin).json
    // Older tools read these.
    locator["host"] = .string(own.host)
    locator["port"] = .integer(Int64(own.port))
    return locator
  }

  private var emulators: JSONValue {
    let hub = own.withLock(\.self)
    let all = [("hub", hub), ("auth", server)].compactMap { name, address in
      address.map { JSONValue.Member(name, Self.emulator(name, $0)) }
    }
    return .object(all)
  }

  private static func emulator(_ name: String, _ address: Address) -> JSONValue {
    let family = address.host.contains(":") ? "IPv6" : "IPv4"
    let (host, port) = (JSONValue.string(address.host), JSONValue.integer(Int64(address.port)))
    return [
      "listen": [["address": host, "family": .string(family), "port": port]],
      "name": .string(name), "host": host, "port": port,
    ]
  }

  private struct ExportRequest: Decodable {
    var path: String
    /// The emulators to export. Nil and none mean all.
    var targets: [String]?
  }

  private func exported(_ request: HTTPRequest) -> HTTPResponse {
    // A browser sends this header, and no page may write files.
    guard request.headers["Origin"] == nil else {
      return Self.answer(403, message: "a page cannot ask for an export")
    }
    guard let wanted = try? JSONReader.plain.read(ExportRequest.self, from: request.body) else {
      return Self.answer(400, message: "the body is not JSON with a path")
    }
    guard wanted.path.hasPrefix("/"), !wanted.path.utf8.contains(0) else {
      return Self.answer(400, message: "the path is not absolute")
    }
    if let targets = wanted.targets, !targets.isEmpty, !targets.contains("auth") {
      return Self.answer(400, message: "usher exports only auth, and that is not among the targets")
    }
    do throws(Diagnosis) {
      try exporting.withLock { _ throws(Diagnosis) in
        try export(ExportFolder(path: wanted.path, isNamedByAnyone: true))
      }
      return Self.answer(200, message: "OK")
    } catch {
      return Self.answer(500, message: error.message.english)
    }
  }

  private static func answer(_ status: Int, message: String) -> HTTPResponse {
    answer(status, ["message": .string(message)])
  }

  private static func answer(_ status: Int, _ body: JSONValue) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/json; charset=utf-8"], body: Data(body.text.utf8)
    )
  }
}
