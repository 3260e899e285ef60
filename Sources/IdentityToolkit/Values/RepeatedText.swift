extension [String] {
  /// The first that is the same bytes as one before it.
  package var firstRepeated: String? {
    var seen: Set<[UInt8]> = []
    return first { !seen.insert([UInt8]($0.utf8)).inserted }
  }
}
