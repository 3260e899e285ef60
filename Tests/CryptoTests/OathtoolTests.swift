import Crypto
import LibC
import TestSupport
import Testing

@Suite struct OathtoolTests {
  /// oathtool makes one code per process: ten thousand take long.
  private static let count = Size.of(20, long: 10_000)

  @Test func oathtoolMakesTheSameCodes() throws {
    let totps = try (0..<Self.count).map { index in
      TOTP(
        secret: try SecureRandom.bytes(.random(in: 1...64)), algorithm: [.sha1, .sha256, .sha512][index % 3],
        digits: .random(in: 6...8), period: .random(in: 15...90))
    }
    let times = totps.map { _ in Int64.random(in: 0...4_000_000_000) }
    let folder = TemporaryFolder()
    folder.write(
      zip(totps, times).map { totp, time in
        "--totp=\(totp.algorithm) -d\(totp.digits) -s\(totp.period)s -N@\(time) \(Base32.encode(totp.secret))\n"
      }.joined(), to: "questions")
    let answers = try Program("sh", "-c", "xargs -L1 oathtool -b < questions").run(in: folder.path)
      .split(separator: "\n")
    #expect(answers.count == Self.count)
    for (totp, (time, answer)) in zip(totps, zip(times, answers)) {
      #expect(totp.code(at: time) == answer, "\(totp) at \(time)")
    }
  }
}
