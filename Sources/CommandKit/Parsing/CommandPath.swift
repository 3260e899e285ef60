/// A command line taken apart: the words that name the command, and all the others.
struct CommandPath: Equatable {
  /// The longest group or command that was named.
  var name = ""
  /// The other name by which the group was named, if it was.
  var alias: String?
  var others: [String] = []
}

extension CommandTable {
  /// Finds the command's words among the options around them.
  ///
  /// Which words belong to an option is certain for the global ones only. A word after any other option is
  /// taken for its value unless it continues the command's name; the parser will know better.
  func path(in words: [String]) -> CommandPath {
    let globals = globalOptions
    var path = CommandPath()
    var value = ValueExpectation.none
    for (index, word) in words.enumerated() {
      switch Word(word) {
      case .terminator:
        path.others += words[index...]
        return path
      case .long(let name, let attached):
        value = attached != nil ? .none : expectation(of: globals.first { $0.name == name })
        path.others.append(word)
      case .short(let cluster):
        value = expectation(of: cluster, in: globals)
        path.others.append(word)
      case .plain:
        let longer = path.name.isEmpty ? word : path.name + " " + word
        let isOneName = !word.isEmpty && !word.utf8.contains(UInt8(ascii: " "))
        if value != .certain, isOneName, let group = aliases[longer] {
          (path.name, path.alias) = (group, longer)
        } else if value != .certain, isOneName, topic(longer) != nil {
          path.name = longer
        } else if value == .none {
          path.others += words[index...]
          return path
        } else {
          path.others.append(word)
        }
        value = .none
      }
    }
    return path
  }

  private func expectation(of option: ArgumentDescription?) -> ValueExpectation {
    guard let option else { return .possible }
    return option.kind == .option ? .certain : .none
  }

  private func expectation(of cluster: Substring, in globals: [ArgumentDescription]) -> ValueExpectation {
    for (index, letter) in zip(cluster.indices, cluster) {
      guard let option = globals.first(where: { $0.short == letter }) else { return .possible }
      if option.kind == .option { return cluster.index(after: index) == cluster.endIndex ? .certain : .none }
    }
    return .none
  }
}

/// Whether the next word is the value of the option before it.
private enum ValueExpectation {
  case none, possible, certain
}

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

/// What a word of a command line was taken for.
package enum WordUse: Equatable, Sendable {
  /// A value, valid or not, or a word after `--`.
  case value(String, of: ArgumentDescription)

  /// An option that does not exist, the options that may have been meant, and what was attached to it.
  case unknownOption(nearest: [ArgumentDescription], value: String?)

  /// A word that nothing takes: also one that should have been a command.
  case surplus(String)
}
