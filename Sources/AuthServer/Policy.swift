/// Every switch, limit and lifetime of the server, as one value. Times are in seconds.
package struct Policy: Sendable, Equatable {
  package var idTokenLifetime = 3600
  package var idTokenGrace = 300
  package var clockSkew = 60
  package var unsignedTokens = false
  package var codeLifetime = 600
  package var expiredCodeMemory = 86_400
  package var triesPerCode = 5
  package var failuresPerNumber = 100
  package var failuresPerBackOff = 5
  package var backOff = 30
  package var backOffLimit = 3600
  package var testNumbersPerProject = 10
  package var recentSignInRequired = true
  package var recentSignInWindow = 300
  package var outboxSize = 100
  package var keysMaxAge = 3600

  private init() {}

  /// As production where that is known.
  package static let strict = Policy()

  /// Lenient like Firebase's emulator, so that what works there works here.
  package static let emulator: Policy = {
    var policy = Policy()
    policy.recentSignInRequired = false
    return policy
  }()

  package static func named(_ name: String) -> Policy? {
    switch name {
    case "strict": strict
    case "emulator": emulator
    default: nil
    }
  }
}

extension Policy {
  /// All there is to set, in the order it is printed in.
  package static let entries: [PolicyEntry] = [
    .seconds("id-token-lifetime", \.idTokenLifetime, 60...86_400, .documented, "life of an ID token"),
    .seconds(
      "id-token-grace", \.idTokenGrace, 0...3600, .recorded,
      "how long the server itself takes an ID token that has run out"),
    .seconds(
      "clock-skew", \.clockSkew, 0...3600, .ours,
      "how far in the future a stored time may be; later is expired"),
    .flag(
      "unsigned-tokens", \.unsignedTokens, .ours,
      "ID tokens without signature, as Firebase's emulator writes them"
    ),
    .seconds("code-lifetime", \.codeLifetime, 1...86_400, .ours, "life of an SMS code"),
    .seconds(
      "expired-code-memory", \.expiredCodeMemory, 0...2_592_000, .ours,
      "how long a code is called expired before it is unknown"),
    .count("tries-per-code", \.triesPerCode, 1...100, .ours, "wrong tries that an SMS code allows"),
    .count(
      "failures-per-number", \.failuresPerNumber, 1...100, .ours,
      "wrong codes in a row that lock a number (NIST SP 800-63B)"),
    .count(
      "failures-per-back-off", \.failuresPerBackOff, 1...100, .ours,
      "wrong codes in a row after which a number has to wait"),
    .seconds(
      "back-off", \.backOff, 0...86_400, .ours, "the first such wait; each later one is twice as long"),
    .seconds("back-off-limit", \.backOffLimit, 0...86_400, .ours, "the longest such wait"),
    .count(
      "test-numbers-per-project", \.testNumbersPerProject, 0...1000, .documented,
      "fictional numbers besides the built-in one"),
    .flag(
      "recent-sign-in-required", \.recentSignInRequired, .documented,
      "deleting an account needs a recent sign-in"),
    .seconds("recent-sign-in-window", \.recentSignInWindow, 1...86_400, .documented, "how recent that is"),
    .count("outbox-size", \.outboxSize, 1...10_000, .ours, "messages that the outbox keeps"),
    .seconds("keys-max-age", \.keysMaxAge, 0...86_400, .ours, "how long verifiers may keep the public keys"),
  ]

  /// Sets the entry called `name` from its written form.
  package mutating func set(_ name: String, to value: String) throws(PolicyError) {
    guard let entry = Self.entries.first(where: { $0.name == name }) else { throw .unknownName(name) }
    try entry.set(&self, value)
  }
}
