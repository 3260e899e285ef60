import Crypto
import Testing

@Suite struct TOTPTests {
  /// RFC 6238, appendix B: the digits again and again, as long as the digest.
  private func totp(_ algorithm: TOTP.Algorithm, _ secretSize: Int) -> TOTP {
    let digits = Array("1234567890".utf8)
    return TOTP(
      secret: (0..<secretSize).map { digits[$0 % 10] }, algorithm: algorithm, digits: 8)
  }

  @Test func theCodesOfTheStandardAreMade() {
    let times: [Int64] = [59, 1_111_111_109, 1_111_111_111, 1_234_567_890, 2_000_000_000, 20_000_000_000]
    #expect(
      times.map(totp(.sha1, 20).code) == [
        "94287082", "07081804", "14050471", "89005924", "69279037", "65353130",
      ])
    #expect(
      times.map(totp(.sha256, 32).code) == [
        "46119246", "68084774", "67062674", "91819424", "90698825", "77737706",
      ])
    #expect(
      times.map(totp(.sha512, 64).code) == [
        "90693936", "25091201", "99943326", "93441116", "38618901", "47863826",
      ])
  }

  @Test func aShorterCodeIsTheEndOfALongerOne() {
    let secret = Array("12345678901234567890".utf8)
    #expect(TOTP(secret: secret, digits: 8).code(at: 1_111_111_109) == "07081804")
    #expect(TOTP(secret: secret, digits: 7).code(at: 1_111_111_109) == "7081804")
    #expect(TOTP(secret: secret).code(at: 1_111_111_109) == "081804")
  }

  @Test func stepsBeginWithTheirFirstSecondOnBothSidesOf1970() {
    let totp = totp(.sha1, 20)
    #expect([-31, -30, -1, 0, 29, 30, 59].map(totp.step) == [-2, -1, -1, 0, 0, 1, 1])
    #expect([-1, 0, 29, 30].map(totp.end) == [0, 30, 30, 60])
  }

  @Test func aCodeIsMatchedToItsStepInsideTheWindow() {
    let totp = totp(.sha1, 20)
    let now: Int64 = 1_234_567_890
    let step = totp.step(at: now)
    for distance in Int64(-3)...3 {
      let matched = totp.matches(totp.code(at: now + distance * 30), at: now, adjacentIntervals: 2)
      #expect(matched == (abs(distance) <= 2 ? step + distance : nil))
    }
    #expect(totp.matches(totp.code(at: now), at: now, adjacentIntervals: 0) == step)
    for wrong in ["", "8900592", "890059244", "８９００５９２４", "00000000"] {
      #expect(totp.matches(wrong, at: now, adjacentIntervals: 2) == nil)
    }
  }

  @Test func ofSeveralStepsWithOneCodeTheLatestIsMatched() throws {
    // In so many steps some six digits come twice.
    let totp = TOTP(secret: Array("12345678901234567890".utf8))
    var steps: [String: [Int64]] = [:]
    for step in Int64(0)..<3000 { steps[totp.code(at: step * 30), default: []].append(step) }
    let (code, twice) = try #require(steps.first { $0.value.count > 1 })
    #expect(totp.matches(code, at: 1500 * 30, adjacentIntervals: 1500) == twice.last)
  }
}
