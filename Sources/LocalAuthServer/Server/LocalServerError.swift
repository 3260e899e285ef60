/// A reason why a local server could not do what a test asked for.
public enum LocalServerError: Error, Equatable, Sendable {
  /// The server refused the call.
  ///
  /// The code is one of its own, such as `INVALID_PHONE_NUMBER` or `DUPLICATE_LOCAL_ID`.
  case refused(code: String, message: String?)
  /// No message to this number or address contains the requested item.
  ///
  /// Fictional numbers get no messages.
  case noMessage(to: String)
  /// A value is not valid.
  ///
  /// The text says which one and why.
  case invalidArgument(String)
  /// Another program uses the port.
  case portTaken(Int)
  /// The system does not allow the port.
  ///
  /// Ports from 1024 on are allowed.
  case portNotPermitted(Int)
  /// The server already listens on this port.
  case alreadyListening(port: Int)
  /// The system does not let the server listen.
  case cannotListen(reason: String)
  /// The server was stopped.
  case stopped
  /// The database cannot be used, or its folder is not writable.
  ///
  /// The database is damaged, belongs to another program, or comes from a build before the first release. Or other
  /// users have access to it.
  case unusableDatabase(path: String, reason: String)
  /// The database was made by a newer version of this library.
  case newerDatabase(path: String, version: Int)
  /// Other processes kept the database locked.
  case databaseBusy(path: String)
  /// The disk is full.
  case diskFull(path: String)
  /// Any other failure: a bug of this library, or a problem of the system.
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
