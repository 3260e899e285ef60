import Administration
import AuthClient
import AuthServer
import CSystem
import CommandKit
import Essentials
import Flows
import HTTP
import LibC
import Synchronization
import TerminalIO

// The storage of the server.
extension Serve {
  /// Returns where to store data; refuses the embedded server's database, which has its own policy.
  func location(in context: Context) throws -> Store.Location {
    guard let data, data != ":memory:" else { return .memory }
    if data.isEmpty { throw UsageError.misuse("--data needs a file's name") }
    if let embedded = try? StateLocation(environment: context.world.environment.variables).database,
      FileIdentity(data) == FileIdentity(embedded)
    {
      throw UsageError.misuse(
        "this file holds the data of the local server inside usher", hint: "name another file")
    }
    return .file(path: data)
  }

  func store(at location: Store.Location) throws -> Store {
    do {
      return try Store(at: location, for: .server)
    } catch {
      guard case .notWritable = error else { throw error }
      var diagnosis = Diagnosis(error)
      diagnosis.hint = "name a file in one of your folders with --data"
      throw diagnosis
    }
  }

  /// Warns if the file has passwords that are less protected than new ones, or better.
  func warnOfOtherPasswords(in store: Store, _ policy: Policy, _ context: Context) {
    guard let data else { return }
    // Ignore errors: requests would fail for the same reason and report it.
    func has(_ hashing: PasswordHashing) -> Bool { (try? store.hasPasswords(storedBy: hashing)) == true }
    switch policy.passwordHashing {
    case .fast where has(.scrypt):
      context.output.warn(
        "\(data) has passwords that scrypt protects, but new ones are stored without: to protect them too, use --policy-set password-hashing=scrypt"
      )
    case .scrypt where has(.fast):
      context.output.warn(
        "\(data) has passwords that nothing protects if it is stolen: scrypt protects each from its next sign-in on"
      )
    default: break
    }
  }
}

// Import at the start, and export at the end.
extension Serve {
  enum ExportTarget: ArgumentValue, Equatable {
    case importFolder
    case folder(String)

    init(argument: String) throws(InvalidValue) {
      if argument.isEmpty { throw InvalidValue("must be a folder's name") }
      self = .folder(argument)
    }
  }

  /// Returns the folder to export to at the end; nil if there is no export.
  ///
  /// Refuses a folder that cannot be written at the start, because at the end the accounts would be lost.
  func exportTarget() throws -> ExportFolder? {
    let path: String
    switch exportFolder {
    case nil: return nil
    case .folder(let name): path = name
    case .importFolder:
      guard let importFolder else {
        throw UsageError.misuse(
          "--export-on-exit needs a folder where --import names none",
          hint: Hint(Text("write --export-on-exit=DIR")))
      }
      path = importFolder
    }
    let folder = ExportFolder(path: path)
    try folder.checkThatItCanBeWritten()
    return folder
  }

  /// Gives the project the configuration in a file of `project export`.
  func configure(_ server: ProjectAdministrator, from file: String, _ context: Context) throws {
    let wanted = try ConfigurationDocument.read(file, isTenant: false, in: context.world)
    let plan = ConfigurationPlan(from: try server.document(), to: wanted)
    for step in plan.steps { try server.carryOut(step) }
    // A local server asks no provider for which it has no secret.
    let missing = plan.missing.filter { !$0.hasPrefix("providers.") }
    if !missing.isEmpty {
      context.output.note("\(file) leaves out secrets: \(missing.joined(separator: ", "))")
    }
  }

  /// Imports accounts and returns their number; returns nil if nothing was imported.
  func importAccounts(
    into server: LocalServerAdmin, before export: ExportFolder?, _ context: Context
  ) throws -> Int? {
    guard let importFolder else { return nil }
    let folder = ExportFolder(path: importFolder)
    if let export, FileIdentity(export.path) == FileIdentity(importFolder), folder.isEmpty {
      context.output.note("\(importFolder) holds no export yet, so the server starts without accounts")
      return nil
    }
    guard try folder.holdsAccounts() else {
      context.output.warn(
        "the export in \(importFolder) has no accounts, so the server starts without accounts")
      return nil
    }
    // Return the memory that the import used, because the server may run for a long time.
    defer { csystem_return_memory() }
    return try server.importAll(of: folder)
  }
}

/// A handler that reports storage errors to the person who runs the server.
///
/// Clients learn only that they can try again, or that the server's disk is full.
final class StorageNotice: HTTPHandler {
  private let handler: any HTTPHandler
  private let now: @Sendable () -> Date
  /// Writes one line.
  private let tell: @Sendable (Text) -> Void
  private let last = Mutex<(failure: StorageFailure, time: Date)?>(nil)

  init(
    _ handler: any HTTPHandler, now: @escaping @Sendable () -> Date,
    tell: @escaping @Sendable (Text) -> Void
  ) {
    self.handler = handler
    self.now = now
    self.tell = tell
  }

  func bodyLimit(for head: HTTPRequest) -> Int? { handler.bodyLimit(for: head) }

  func respond(to request: HTTPRequest) throws -> HTTPResponse {
    do {
      return try handler.respond(to: request)
    } catch let failure as StorageFailure {
      if isNews(failure) { tell("warning: \(Diagnosis(failure).message); requests are answered with 503") }
      guard case .diskFull = failure else { throw failure }
      // A full disk may last, so the response does not ask clients to try again soon.
      return Self.noRoom
    }
  }

  private static let noRoom = HTTPResponse(
    status: 503, headers: ["Content-Type": "application/json; charset=UTF-8"], body: Data(noRoomBody.utf8))

  private static let noRoomBody: String =
    #"{"error":{"code":503,"message":"UNAVAILABLE : no room on the server's disk","status":"UNAVAILABLE"}}"#

  /// Returns whether to report `failure`.
  ///
  /// All requests may fail for the same reason, so it is reported once a minute.
  private func isNews(_ failure: StorageFailure) -> Bool {
    let now = now()
    return last.withLock { last in
      if let last, last.failure == failure, abs(now.timeIntervalSince(last.time)) < 60 { return false }
      last = (failure, now)
      return true
    }
  }
}

extension StorageNotice {
  /// Returns a handler that reports storage errors to `tell`; returns `handler` itself if `tell` is nil.
  static func around(
    _ handler: any HTTPHandler, now: @escaping @Sendable () -> Date, tell: (@Sendable (Text) -> Void)?
  ) -> any HTTPHandler {
    guard let tell else { return handler }
    return StorageNotice(handler, now: now, tell: tell)
  }
}
