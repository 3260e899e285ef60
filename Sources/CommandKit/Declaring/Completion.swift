/// What is offered for a value.
package enum Completion: Equatable, Sendable {
  case none, file, directory
  case choices([String])
  /// Values that only the running tool can list, after those that are always there.
  case live(LiveValue, choices: [String] = [])

  /// What is always there.
  package var choices: [String] {
    switch self {
    case .none, .file, .directory: []
    case .choices(let choices), .live(_, let choices): choices
    }
  }
}

/// A kind of value that comes and goes while the tool is used, like its profiles.
package struct LiveValue: Hashable, Sendable {
  package let name: String

  package init(_ name: String) {
    self.name = name
  }
}
