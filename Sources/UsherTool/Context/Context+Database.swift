import AuthServer
import CommandKit
import Flows

extension Context {
  /// The database that a command is about: the file given with `--data`, else the embedded server's.
  ///
  /// A server with an address is not asked for its file: whoever reaches it may be elsewhere.
  func database(_ data: String?) throws -> String {
    if let data {
      if data.isEmpty || data == ":memory:" { throw UsageError.misuse("--data needs a file's name") }
      return data
    }
    let destination = try destination()
    guard destination.isEmbedded else {
      throw UsageError.misuse(
        "\(destination.spokenServer) keeps its accounts in a file of its own",
        hint: "name the file that serve was given, with --data, or say --endpoint local")
    }
    return try StateLocation(environment: environment.variables).database
  }

  /// Copies of `database`, as long as nobody has asked for the end.
  func backup(of database: String) -> DatabaseBackup {
    DatabaseBackup(of: database, isWanted: { [interruption] in interruption() == nil })
  }

  /// Runs `body`; what cannot be written there is not the embedded server's only place.
  func advisingOnPlaces<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let failure as StorageFailure {
      var diagnosis = Diagnosis(failure)
      if case .notWritable = failure { diagnosis.hint = "choose a file in a folder of yours" }
      throw diagnosis
    }
  }
}

extension String {
  /// Whether this leads to the database at `path`, or to one of the files that belong to it.
  func isPart(ofDatabase path: String) -> Bool {
    ["", "-wal", "-shm", "-journal"].contains { FileIdentity(self) == FileIdentity(path + $0) }
  }
}
