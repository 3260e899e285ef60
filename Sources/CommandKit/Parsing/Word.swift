/// One word of the command line, by its looks.
enum Word: Equatable {
  /// `--`
  case terminator
  /// `--name` or `--name=value`
  case long(name: String, value: String?)
  /// `-p`, `-pvalue` or `-qh`, without the dash
  case short(Substring)
  /// Anything else; also `-`, and `-5`, which is a number.
  case plain

  // By UTF-8, because a combining mark after a dash or an equals sign would hide it in a `Character`.
  init(_ word: String) {
    let bytes = word.utf8
    let dash = UInt8(ascii: "-")
    guard bytes.first == dash, let second = bytes.dropFirst().first else {
      self = .plain
      return
    }
    if second == dash {
      let parts = bytes.dropFirst(2).split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
      ).map { String(Substring($0)) }
      self = bytes.count == 2 ? .terminator : .long(name: parts[0], value: parts.dropFirst().first)
    } else if UInt8(ascii: "0")...UInt8(ascii: "9") ~= second {
      self = .plain
    } else {
      self = .short(Substring(bytes.dropFirst()))
    }
  }
}
