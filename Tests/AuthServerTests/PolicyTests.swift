import AuthServer
import Essentials
import Testing

@Suite struct PolicyTests {
  @Test func everyEntryCanBeSetToWhatItPrints() throws {
    for preset in [Policy.strict, .emulator] {
      var copy = Policy.strict
      for entry in Policy.entries { try copy.set(entry.name, to: entry.value(preset)) }
      #expect(copy == preset)
    }
    #expect(Set(Policy.entries.map(\.name)).count == Policy.entries.count)
    #expect(Policy.entries.allSatisfy { !$0.summary.isEmpty })
  }

  @Test func thePresetsDifferWhereTheyShould() {
    let differing = Policy.entries.filter { $0.value(.strict) != $0.value(.emulator) }.map(\.name)
    #expect(
      differing == [
        "unsigned-tokens",
        "app-verification", "recent-sign-in-required", "domains-checked",
        "enumeration-protection",
        "idp-tokens", "saml-unsolicited", "custom-token-signatures", "service-answers",
        "sessions-end-at-once",
        "password-hashing", "function-timeout",
      ])
    #expect(Policy.named("strict") == .strict)
    #expect(Policy.named("emulator") == .emulator)
    #expect(Policy.named("other") == nil)
  }

  @Test(arguments: [
    ("code-lifetime", "90", "90s"), ("code-lifetime", "2m", "2m"), ("code-lifetime", "120s", "2m"),
    ("code-lifetime", "1h", "1h"), ("back-off", "0", "0s"), ("reset-link-lifetime", "2d", "2d"),
    ("tries-per-code", "3", "3"), ("unsigned-tokens", "true", "true"),
    ("idp-tokens", "any", "any"), ("idp-tokens", "checked", "checked"),
    ("password-hashing", "emulator", "emulator"), ("password-hashing", "fast", "fast"),
  ])
  func valuesAreReadAndWritten(name: String, text: String, written: String) throws {
    var policy = Policy.strict
    try policy.set(name, to: text)
    #expect(Policy.entries.first { $0.name == name }?.value(policy) == written)
  }

  @Test(arguments: [
    ("code-lifetime", "0", "a duration from 1s to 1d"), ("code-lifetime", "2d", "a duration from 1s to 1d"),
    ("code-lifetime", "-1s", "a duration from 1s to 1d"), ("code-lifetime", "", "a duration from 1s to 1d"),
    ("code-lifetime", "9223372036854775807h", "a duration from 1s to 1d"),
    ("tries-per-code", "5s", "a number from 1 to 100"), ("unsigned-tokens", "yes", "true or false"),
    ("idp-tokens", "true", "checked or any"), ("password-hashing", "bcrypt", "scrypt, fast or emulator"),
  ])
  func valuesThatMakeNoSenseAreRefused(name: String, text: String, expected: String) {
    var policy = Policy.strict
    #expect(throws: PolicyError.badValue(name: name, expected: expected)) { try policy.set(name, to: text) }
    #expect(throws: PolicyError.unknownName("nonsense")) { try policy.set("nonsense", to: "1") }
    #expect(throws: PolicyError.dropped("proofs-used-once", .rule)) {
      try policy.set("proofs-used-once", to: "true")
    }
    #expect(throws: PolicyError.dropped("clock-skew", .constant)) { try policy.set("clock-skew", to: "1m") }
    #expect(policy == .strict)
  }
}
