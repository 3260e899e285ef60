/// Why a session that was kept cannot be read.
enum UnreadableSession: Error, Equatable, CustomStringConvertible {
  case malformed
  case ofVersion(Int)

  var description: String {
    switch self {
    case .malformed: "what is kept is no session"
    case .ofVersion(let version): "what is kept is of version \(version), which this library does not know"
    }
  }
}
