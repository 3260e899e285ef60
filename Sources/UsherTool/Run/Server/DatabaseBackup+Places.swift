import AuthServer
import CommandKit
import Essentials
import Flows

extension Place {
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
        hint: "name the file of serve with --data, or use --endpoint local")
    }
    return try StateLocation(environment: settings.environment.variables).database
  }

}

extension DatabaseBackup {
  /// Copies of `database`, as long as nobody has asked for the end.
  init(of database: String, in world: World) {
    self.init(of: database, isWanted: { [interruption = world.interruption] in interruption() == nil })
  }

  /// Runs `body`, which copies to or from `file`, and says of what fails what to do about it here.
  static func advising<Value>(on file: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let failure as StorageFailure {
      var diagnosis = Diagnosis(failure)
      switch failure {
      case .notWritable: diagnosis.hint = "choose a file in one of your folders"
      case .corrupt(file, _), .newer(file, _):
        diagnosis.hint = Hint("restore another backup").because("nothing was changed")
      case .earlier(file):
        diagnosis.hint = Hint(
          "to keep its accounts, restore it with that build and run",
          template: ["usher", "local", "export", "FOLDER"]
        ).then("or restore another backup").because("nothing was changed")
      case .unsafe(file, _): diagnosis.hint = "name a backup's file"
      default: break
      }
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
