extension [String] {
  /// The words as a line for a shell, to be copied: what a shell would take for its own is quoted.
  package var shellLine: String {
    map { word in
      word.isEmpty || !word.utf8.allSatisfy(Self.isPlain)
        ? "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
        : word
    }.joined(separator: " ")
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_@%+=:,./-".utf8.contains(byte)
    }
  }
}
