import AuthClient
import CommandKit
import Essentials
import HTTP
import IdentityToolkit
import Synchronization
import TerminalIO

/// The project that a command administers, and the rules for changing it.
struct AdministeredProject {
  let destination: Destination
  private let access: AdministratorAccess
  private let service: Service
  private let rules: DestructionRules
  let isDryRun: Bool

  init(
    _ options: AdministratorOptions, isDryRun: Bool, at destination: Destination, _ service: Service,
    _ rules: DestructionRules
  ) {
    self.destination = destination
    access = AdministratorAccess(
      options, service.world, service.transports, owner: service.owner, rules.person.output)
    self.service = service
    self.rules = rules
    self.isDryRun = isDryRun
  }

  /// Whether this is a project at Google.
  var isReal: Bool { destination.endpoint == .production }

  /// The project, or the project and the tenant, for people.
  var spokenName: Text {
    destination.tenant.map { "the tenant \(SafeText.brief($0)) of the project \(destination.project)" }
      ?? "the project \(destination.project)"
  }

  /// The place of the project in questions: "the project my-app at Google" or "the local server".
  var spokenPlace: Text {
    isReal ? "\(spokenName) at Google" : "the \(destination.spokenServer)"
  }

  /// Returns an administrator whose credential is valid now.
  func administrator() throws -> ProjectAdministrator {
    ProjectAdministrator(
      backend: try service.backend(at: destination),
      credential: try access.credential(for: destination))
  }

  /// Makes a change of settings or accounts. usher asks before it changes a real project.
  ///
  /// - Parameters:
  ///   - lines: What changes, for people.
  ///   - body: Sends the requests of the change and no others.
  /// - Throws: `DryRun` in place of the change, with `--dry-run`.
  @discardableResult
  func change<Value>(
    _ lines: [Text], _ body: (ProjectAdministrator) throws -> Value
  ) throws -> Value {
    try change(body) {
      guard isReal else { return }
      rules.say(lines, of: spokenName)
      try rules.confirm("Change \(spokenName)?")
    }
  }

  /// Deletes something. usher always asks, and at a real project for the ID of what it deletes.
  @discardableResult
  func delete<Value>(
    _ id: String, _ question: Text, _ body: (ProjectAdministrator) throws -> Value
  ) throws -> Value {
    try change(body) {
      if isReal { try rules.confirm(question, typing: id) } else { try rules.confirm(question) }
    }
  }

  private func change<Value>(
    _ body: (ProjectAdministrator) throws -> Value, after confirmation: () throws -> Void
  ) throws -> Value {
    guard isDryRun else {
      // Without a credential, nobody is asked.
      _ = try administrator()
      try confirmation()
      // The answer may have taken longer than a token lives.
      return try body(try administrator())
    }
    let held = HeldRequests()
    let administrator = ProjectAdministrator(
      backend: try service.backend(at: destination, over: held),
      credential: AdministratorCredential(accessToken: "TOKEN"))
    _ = try body(administrator)
    throw DryRun(requests: held.lines)
  }
}

// MARK: - One element of a list

extension AdministeredProject {
  private func isDone(_ edit: (JSONValue?) -> JSONValue?, _ value: JSONValue?) -> Bool {
    let wanted = edit(value)
    // Google's service leaves out empty lists and maps.
    let empty: [JSONValue?] = [nil, .null, [], [:]]
    return wanted == value || empty.contains(wanted) && empty.contains(value)
  }

  /// Changes the value at `path` to what `edit` makes of it, and returns it.
  ///
  /// Google's API replaces a list as a whole. So usher reads it again after the change. If another job wrote at the
  /// same time, usher makes the change again, for as long as `--timeout` allows.
  /// - Parameter edit: Returns the value with the change, and the same value if it already has the change.
  @discardableResult
  func update(
    _ path: String, _ lines: [Text], _ edit: (JSONValue?) -> JSONValue?
  ) throws -> JSONValue? {
    try change(lines) { server in
      var value = try self.administrator().projectConfig().part(at: path)
      while true {
        let new = edit(value)
        try server.updateProjectConfig(path, to: new)
        value = isDryRun ? new : try server.projectConfig().part(at: path)
        if isDone(edit, value) {
          // A slower job may still write what it read before.
          guard !isDryRun else { return value }
          if isReal { service.rest(between: 300, and: 810) } else { service.rest(between: 100, and: 270) }
          value = try server.projectConfig().part(at: path)
          if isDone(edit, value) { return value }
        }
        // The jobs that lost wait for different times, so that they do not meet again.
        guard service.rest(between: 300, and: 810) else { break }
        value = try server.projectConfig().part(at: path)
        if isDone(edit, value) { return value }
      }
      throw Diagnosis(
        .changeLost, "another job changes \(path) at the same time", hint: "run the command again")
    }
  }
}

// MARK: - Many requests

extension AdministeredProject {
  /// The longest wait before a request is sent again.
  private static let longestWait = 60

  /// Makes a request of a long series, which a busy service may refuse for a while.
  ///
  /// The service did nothing then, so usher waits and sends the request again: after the time that the service names,
  /// if that is not long, and five times in all.
  func retrying<Value>(_ request: (ProjectAdministrator) throws -> Value) throws -> Value {
    var wait = 1
    while true {
      do {
        return try request(try administrator())
      } catch let failure as AuthFailure {
        let seconds = failure.refusal?.retryAfter ?? 0
        guard failure.isOfBusyService, wait <= 16, seconds <= Self.longestWait else { throw failure }
        service.world.pause(.seconds(max(wait, seconds)))
        wait *= 2
      }
    }
  }
}

extension AuthFailure {
  /// Whether the service is too busy, in JSON or in another form.
  fileprivate var isOfBusyService: Bool {
    if case .malformedAnswer(let status, _) = self { return [429, 503].contains(status) }
    return refusal.map { [429, 503].contains($0.httpStatus) } ?? false
  }
}

/// A transport for `--dry-run`: it keeps the requests and sends none of them.
final class HeldRequests: HTTPTransport {
  private let requests = Mutex<[HTTPRequest]>([])

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    requests.withLock { $0.append(request) }
    // Enough for whatever a change reads of an answer.
    return HTTPResponse(status: 200, body: Data(#"{"name":"projects/held/held","localId":"held"}"#.utf8))
  }

  /// The requests as curl commands, with a shell variable for each secret.
  var lines: [String] { requests.withLock { $0.map { ShownRequest($0).line } } }
}
