import AuthClient
import AuthServer
import CommandKit
import Essentials
import Flows
import HTTP
import IdentityToolkit
import LibC
import PrivateFiles

// Checks of the destination and of its server's responses.

extension Checkup {
  mutating func lookAtPlace(offline: Bool) {
    let destination: Destination
    do {
      destination = try place.destination()
    } catch {
      add(.fail(.endpoint, error))
      return
    }
    let project: Text =
      destination.isUnconfigured ? "no project configured" : Text("project \(destination.project)")
    add(.ok(.endpoint, Text("\(destination.spokenName), \(project) (\(destination.source.explanation))")))
    add(proxy(to: destination))
    // A request would create the embedded server's database.
    if destination.isEmbedded,
      let database = try? StateLocation(environment: world.environment.variables).database,
      access(database, F_OK) != 0
    {
      return add(unusedServer(database))
    }
    if offline, !destination.isEmbedded { return add(.ok(.server, "not asked (--offline)")) }
    guard let answer = answer(of: destination) else { return }
    add(clock(answer.headers["Date"]))
    add(room(destination))
    lookAtProject(answer, destination)
  }

  /// Checks an embedded server that does not have a database yet.
  private func unusedServer(_ database: String) -> Check {
    let folder = String(database[..<(database.lastIndex(of: "/") ?? database.startIndex)])
    if let refusal = FileSystem.refusal(ofWritingIn: folder) {
      return .fail(.server, Diagnosis(StorageFailure.notWritable(path: database, reason: refusal.reason)))
    }
    return .ok(.server, "inside this program, not used yet")
  }

  private func proxy(to destination: Destination) -> Check {
    let isFar = !destination.endpoint.isLocal
    let variables = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    let found = variables.first { !(world.environment[$0] ?? "").isEmpty }
    let network = settings.network()
    guard let name = network.proxy != nil ? "--proxy" : found, isFar else {
      return .ok(.proxy, isFar ? Text("none") : "not used for this machine")
    }
    let address = network.proxy ?? world.environment[name] ?? ""
    return .ok(.proxy, Text(verbatim: "\(address.withoutCredentials) (\(name))"))
  }

  /// Requests the project's public configuration; returns nil if there is no response.
  private mutating func answer(of destination: Destination) -> HTTPResponse? {
    let name: Check.Name = destination.isEmbedded ? .server : .connection
    do {
      let answer = try service.backend().answer(ClientProjectConfig.self, ClientProjectConfig.Request())
      let isEncrypted =
        destination.endpoint == .production || destination.name.hasPrefix("https://")
      let way: Text =
        destination.isEmbedded
        ? "inside this program" : isEncrypted ? "found, and trusted (TLS)" : "plain http"
      add(.ok(name, way))
      return answer
    } catch AuthFailure.network(let failure) {
      add(.fail(failure.part ?? name, Diagnosis(failure), at: destination))
    } catch {
      add(.fail(name, Diagnosis(error, now: world.now())))
    }
    return nil
  }

  /// Returns a failed check if the server's disk is full; nil if it has room or cannot be asked.
  private func room(_ destination: Destination) -> Check? {
    guard case .emulator = destination.endpoint,
      let status = try? service.backend().call(ServerStatus.self, .init()),
      status.authEmulator?.ready == false
    else { return nil }
    return .fail(.room, .unavailable, "the server's disk is full", "free some space there")
  }

  private func clock(_ date: String?) -> Check? {
    guard let date else { return nil }
    guard let server = Date(httpDate: date) else { return .warn(.clock, "the server's date cannot be read") }
    let skew = Int(world.now().timeIntervalSince(server).rounded())
    let hint: Text = "set the clock, or let the network set it: codes and tokens depend on it"
    switch abs(skew) {
    case ...30: return .ok(.clock, "agrees with the server's")
    case ...300: return .warn(.clock, "\(skew) s different from the server's clock", hint)
    default:
      return .fail(.clock, .config, "\(skew) s different from the server's clock", hint)
    }
  }

  private mutating func lookAtProject(_ answer: HTTPResponse, _ destination: Destination) {
    do {
      let config = try service.backend().read(ClientProjectConfig.self, answer)
      add(
        .ok(
          .key, destination.endpoint.isLocal ? "the local server accepts any key" : "the service accepts it")
      )
      add(domains(config.authorizedDomains ?? [], destination))
      add(try providers(destination).check)
    } catch {
      add(.fail(.key, Diagnosis(error, now: world.now()), at: destination))
    }
  }

  /// Returns the sign-in methods: from the configuration of a local server, from test requests elsewhere.
  private func providers(_ destination: Destination) throws -> Providers {
    let backend = try service.backend()
    if destination.endpoint.isLocal {
      let server = ProjectAdministrator(backend: backend, credential: service.owner)
      let disabled = try? server.providers().filter { !$0.isEnabled }.map(\.id)
      if let config = try? server.projectConfig(), let providers = Providers(config, disabled: disabled) {
        return providers
      }
    }
    return try Providers(asking: backend)
  }

  private func domains(_ domains: [String], _ destination: Destination) -> Check? {
    guard destination.endpoint == .production else { return nil }
    if domains.contains("127.0.0.1") { return .ok(.domains, "pages on 127.0.0.1 may verify the app") }
    let page = ConsolePage.settings.address(project: destination.project)
    return .warn(
      .domains, "127.0.0.1 is not authorized, so usher's pages cannot run reCAPTCHA",
      "add it in the Firebase console, under Authentication > Settings > Authorized domains: \(page)")
  }
}

extension HTTPError {
  /// The name of the check for this error.
  fileprivate var part: Check.Name? {
    switch self {
    case .nameNotResolved: .dns
    case .tlsFailed: .tls
    case .proxyFailed, .proxyRefused: .proxy
    default: nil
    }
  }
}

extension String {
  /// The address without the user name and password that it may contain.
  fileprivate var withoutCredentials: String {
    guard let at = lastIndex(of: "@") else { return self }
    let start = firstRange(of: "://")?.upperBound ?? startIndex
    return start < at ? self[..<start] + "…" + self[at...] : self
  }
}
