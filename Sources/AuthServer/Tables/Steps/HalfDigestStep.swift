/// The digests of refresh tokens, which are most of a busy server's memory, at half their length.
enum HalfDigestStep {
  static let sql: StaticString = "UPDATE refresh_tokens SET hash = substr(hash, 1, 16)"
}
