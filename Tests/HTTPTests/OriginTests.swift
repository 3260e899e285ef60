import HTTP
import Testing

@Suite struct OriginTests {
  @Test(arguments: [
    ("http://127.0.0.1:9099", "http://127.0.0.1:9099"), ("HTTPS://Example.COM/", "https://example.com"),
    ("http://[::1]:80", "http://[::1]:80"), ("http://localhost", "http://localhost"),
  ])
  func readsAddresses(_ text: String, _ expected: String) {
    #expect(Origin(text)?.description == expected)
  }

  @Test(arguments: [
    "", "localhost:9099", "ftp://a", "http://", "http:///", "http://a/b", "http://a?b", "http://u@a",
    "http://a\\@b",
    "http://a:0", "http://a:65536", "http://a:", "http://a:1:2", "http://a b", "http://[::1", "http://[1]",
    "http://a\n", "http://é.example",
  ])
  func refusesWhatIsMoreOrLess(_ text: String) {
    #expect(Origin(text) == nil)
  }

  @Test(arguments: [
    ("127.0.0.1", 9099, "http://127.0.0.1:9099"), ("LocalHost", 1, "http://localhost:1"),
    ("::1", 65535, "http://[::1]:65535"), ("[::1]", 80, "http://[::1]:80"), ("::", 80, "http://[::]:80"),
    ("fe80::", 80, "http://[fe80::]:80"), ("1:2:3:4:5:6:7:8", 80, "http://[1:2:3:4:5:6:7:8]:80"),
    ("::ffff:10.0.0.1", 80, "http://[::ffff:10.0.0.1]:80"),
    ("my_emulator-1.example.", 8080, "http://my_emulator-1.example.:8080"),
    ("1password.example", 80, "http://1password.example:80"),
  ])
  func isMadeOfAHostAndAPort(_ host: String, _ port: Int, _ expected: String) {
    #expect(Origin.plain(host: host, port: port)?.description == expected)
  }

  @Test(arguments: [
    "", ".", "127.0.0.1/x", "127.0.0.1#", "localhost:9099", "http://localhost", "u@localhost", "a?b", "a b",
    "a\n",
    "a..b", "-a", "a-", "é.example", "127.1", "1.2.3.256", "1.2.3.04", "1", String(repeating: "a", count: 64),
    String(repeating: "a.", count: 127) + "aa",
    "[localhost]", "[::1", "::1]", "[]", "[[::1]]", ":", ":::", ":1", "1:", "1::2::3", "1:2:3:4:5:6:7",
    "::12345",
    "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8:9", "::1.2.3", "::1%lo", "::g",
  ])
  func isMadeOfNothingThatIsNoHost(_ host: String) {
    #expect(Origin.plain(host: host, port: 9099) == nil)
  }

  @Test(arguments: [Int.min, -1, 0, 65536, .max]) func isMadeOfNothingThatIsNoPort(_ port: Int) {
    #expect(Origin.plain(host: "localhost", port: port) == nil)
  }

  @Test(arguments: [
    ("http://127.8.9.1", true), ("http://[::1]:1", true), ("http://localhost:1", true),
    ("http://a.localhost", true),
    ("http://127.evil.example", false), ("http://127.999.1.1", false), ("http://127.0.0.1.", false),
    ("http://127.1", false), ("http://127.0.0.01", false), ("http://0.0.0.0", false),
    ("http://10.0.2.2", false),
  ])
  func knowsLoopback(_ text: String, _ expected: Bool) {
    #expect(Origin(text)?.isLoopback == expected)
  }
}
