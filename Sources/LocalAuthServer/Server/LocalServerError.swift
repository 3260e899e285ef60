/// Why a local server could not do what a test asked of it.
public enum LocalServerError: Error, Equatable, Sendable {
  /// The server said no, by its own words: `INVALID_PHONE_NUMBER`, `DUPLICATE_LOCAL_ID`.
  case refused(code: String, message: String?)
  /// No message to this number or address has what was asked for. Fictional numbers get none.
  case noMessage(to: String)
  /// A value that cannot be used; says which and why.
  case invalidArgument(String)
  /// The port is another program's.
  case portTaken(Int)
  /// The port is the system's; those from 1024 on are not.
  case portNotPermitted(Int)
  /// The server listens on this port already.
  case alreadyListening(port: Int)
  /// The system does not let it listen.
  case cannotListen(reason: String)
  /// The server was stopped.
  case stopped
  /// The database is damaged, another program's or of a build before the first release, or others have access to it; or
  /// its folder cannot be written to.
  case unusableDatabase(path: String, reason: String)
  /// The database was made by a newer version of this library.
  case newerDatabase(path: String, version: Int)
  /// Other processes kept the database locked.
  case databaseBusy(path: String)
  /// The disk is full.
  case diskFull(path: String)
  /// Anything else: a fault of this library, or of the system.
  case failed(reason: String)
}

extension LocalServerError: CustomStringConvertible {
  /// One sentence for a log.
  public var description: String {
    switch self {
    case .refused(let code, let message):
      "the server refused it: \(code)" + (message.map { " (\($0))" } ?? "")
    case .noMessage(let recipient): "no such message was sent to \(recipient)"
    case .invalidArgument(let problem): problem
    case .portTaken(let port): "port \(port) is another program's"
    case .portNotPermitted(let port): "port \(port) is the system's"
    case .alreadyListening(let port): "the server listens on port \(port) already"
    case .cannotListen(let reason): "the server cannot listen: \(reason)"
    case .stopped: "the server was stopped"
    case .unusableDatabase(let path, let reason): "\(path) cannot be used: \(reason)"
    case .newerDatabase(let path, let version): "\(path) was made by a newer version (\(version))"
    case .databaseBusy(let path): "\(path) is kept locked by another process"
    case .diskFull(let path): "\(path) cannot be written: the disk is full"
    case .failed(let reason): reason
    }
  }
}
