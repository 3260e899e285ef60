extension String {
  /// At most `limit` bytes of this text, with an ellipsis in the place of what is left out.
  ///
  /// For words of a server's that are repeated to people: some send a megabyte of them.
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
