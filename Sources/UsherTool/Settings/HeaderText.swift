/// Text that may stand in a header of a request.
enum HeaderText {
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}
