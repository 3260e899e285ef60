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
    ("http://127.8.9.1", true), ("http://[::1]:1", true), ("http://localhost:1", true),
    ("http://a.localhost", true),
    ("http://127.evil.example", false), ("http://0.0.0.0", false), ("http://10.0.2.2", false),
  ])
  func knowsLoopback(_ text: String, _ expected: Bool) {
    #expect(Origin(text)?.isLoopback == expected)
  }
}
