extension String {
  /// Returns at most `limit` bytes of this text, with an ellipsis in place of the rest.
  ///
  /// This is for a server's texts that are shown to people: some servers send a megabyte.
  package func clipped(to limit: Int = 2048) -> String {
    guard utf8.count > limit else { return self }
    var size = 0
    let kept = unicodeScalars.prefix { scalar in
      size += UTF8.width(scalar)
      return size <= limit
    }
    return String(kept) + "…"
  }
}
