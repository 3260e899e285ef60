extension [String] {
  /// The first that is the same as one before it.
  package var firstRepeated: String? {
    var seen: Set<String> = []
    return first { !seen.insert($0).inserted }
  }
}
