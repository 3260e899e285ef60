/// The words after the tool's name, and whether they are text at all.
package struct CommandWords: Sendable, Equatable {
  package let words: [String]

  /// The place, counted from 1, of the first word that is not valid UTF-8 (its bad bytes replaced).
  package let malformed: Int?

  package init(_ words: [String]) {
    self.words = words
    malformed = nil
  }

  /// Reads a C argument vector. `CommandLine.arguments` would not do: its bad bytes are already replaced.
  package init(
    argumentCount: Int32, arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>
  ) {
    let pointers = UnsafeBufferPointer(start: arguments, count: Int(argumentCount)).dropFirst()
    words = pointers.map { $0.map { String(cString: $0) } ?? "" }
    malformed = pointers.firstIndex { $0.map { String(validatingCString: $0) == nil } ?? false }
  }
}
