import AuthServer
import CommandKit
import Essentials
import Flows
import TerminalIO

// The storage of the server.
extension Serve {
  /// Whether the server stores nothing on disk.
  var isForgetful: Bool { data == nil || data == ":memory:" }

  /// Returns where to store data; refuses the embedded server's database, which has its own policy.
  func location(in context: Context) throws -> Store.Location {
    guard let data, !isForgetful else { return .memory }
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
}
