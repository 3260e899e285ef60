package enum Completion: Equatable, Sendable {
  case none, file, directory
  /// A file with a secret, which only its owner should be able to read.
  case secretFile
  case choices([String])
  /// The choices, and then values that only the running tool can list.
  case live(LiveValue, choices: [String] = [])

  /// The choices that do not change.
  package var choices: [String] {
    switch self {
    case .none, .file, .secretFile, .directory: []
    case .choices(let choices), .live(_, let choices): choices
    }
  }
}

/// A kind of value that changes while the tool is used, for example profiles.
package struct LiveValue: Hashable, Sendable {
  package let name: String

  package init(_ name: String) {
    self.name = name
  }
}
