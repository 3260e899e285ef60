import IdentityToolkit
import Testing

@Suite struct LoopbackDeviceTests {
  private static let secret = (1...16).map { UInt8($0 * 15) }

  private func hex(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  @Test func aTokenNamesAListenerOnLoopback() throws {
    let device = try #require(LoopbackDevice(port: 40001, secret: Self.secret))
    #expect(
      device.appToken == "75736865722D707573682D7631" + "04" + "9C41" + "0F1E2D3C4B5A69788796A5B4C3D2E1F0")
    #expect(LoopbackDevice(appToken: device.appToken) == device)
    #expect(device.origin == "http://127.0.0.1:40001")
    #expect(device.path == "/usher/push/0F1E2D3C4B5A69788796A5B4C3D2E1F0")
    let other = try #require(LoopbackDevice(host: .v6, port: 65535, secret: Self.secret))
    #expect(LoopbackDevice(appToken: other.appToken)?.origin == "http://[::1]:65535")
  }

  @Test(arguments: [0, 1, 22, 25, 80, 443, 1023] as [UInt16])
  func portsOfTheSystemAreNotReached(port: UInt16) throws {
    #expect(LoopbackDevice(port: port, secret: Self.secret) == nil)
    var token = try #require(LoopbackDevice(port: 40001, secret: Self.secret)).appToken
    let digits = String(port, radix: 16, uppercase: true)
    token.replace("9C41", with: String(repeating: "0", count: 4 - digits.count) + digits)
    #expect(LoopbackDevice(appToken: token) == nil)
  }

  /// What would lead elsewhere if tokens were addresses.
  @Test(arguments: [
    "http://127.0.0.1:40001/usher/push/0F1E", "http://169.254.169.254/latest/", "http://0.0.0.0:40001/xx",
    "http://2130706433:40001/usher/p", "http://[::ffff:127.0.0.1]:4000", "http://a@127.0.0.1:40001/usher",
    "http://127.0.0.1:40001@evil.test", "http://localhost:40001/usher/pu", "file:///etc/passwd",
    "usher-push-v1", "usher-push-v1evil.test:80/push/xx", "",
  ])
  func addressesAreNoTokens(address: String) {
    #expect(LoopbackDevice(appToken: address) == nil)
    #expect(LoopbackDevice(appToken: hex(address)) == nil)
    let padded = hex(address) + String(repeating: "0", count: 64)
    #expect(LoopbackDevice(appToken: String(padded.prefix(64))) == nil)
  }

  @Test func onlyTheExactFormIsAToken() throws {
    let token = try #require(LoopbackDevice(port: 40001, secret: Self.secret)).appToken
    for wrong in [
      token.lowercased(), token + "00", String(token.dropLast(2)), " " + token, token + "\n",
      "0x" + token.dropFirst(2), token.replacing("0F1E", with: "0G1E"), token.replacing("0F1E", with: "ÄF1E"),
      token.replacing("3104", with: "3106").replacing("7631", with: "7632"),
      token.replacing("310", with: "317"), String(repeating: "A", count: 64),
      String(repeating: "A", count: 1_000_000),
    ] { #expect(LoopbackDevice(appToken: wrong) == nil, "\(wrong.prefix(80))") }
    #expect(LoopbackDevice(port: 40001, secret: Array(Self.secret.dropLast())) == nil)
    #expect(LoopbackDevice(port: 40001, secret: Self.secret + [0]) == nil)
  }
}
