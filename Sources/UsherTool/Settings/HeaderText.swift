/// Text that is safe in a request header.
enum HeaderText {
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}
