internal import CCurl
private import Essentials
internal import HTTP
private import LibC

/// A URL parsed by libcurl itself, so the checked host is the one that is contacted.
final class Address {
  let url: OpaquePointer
  let host: String
  let isEncrypted: Bool

  init(_ text: String) throws(HTTPError) {
    guard CurlTransport.isAvailable else { throw .libraryMissing(name: "libcurl") }
    guard let url = ccurl_url() else { throw .badAddress(text) }
    let flags = UInt32(CURLU_PATH_AS_IS | CURLU_DISALLOW_USER)
    guard ccurl_url_set(url, CURLUPART_URL, text, flags) == CURLUE_OK,
      let scheme = Self.part(CURLUPART_SCHEME, of: url), scheme == "https" || scheme == "http",
      let host = Self.part(CURLUPART_HOST, of: url),
      // If the host is missing, libcurl would use the first part of the path.
      text.asciiLowercased().hasPrefix("\(scheme)://"), !text.dropFirst(scheme.count + 3).hasPrefix("/")
    else {
      ccurl_url_cleanup(url)
      // The query may contain a secret, so it is left out.
      throw .badAddress(String(text.prefix { $0 != "?" }))
    }
    self.url = url
    self.host = host
    isEncrypted = scheme == "https"
  }

  deinit {
    ccurl_url_cleanup(url)
  }

  /// Whether requests to this host stay on this machine, so they must not use a proxy.
  var isLoopback: Bool {
    let name = host.asciiLowercased()
    if name == "localhost" || name.hasSuffix(".localhost") || name == "localhost." { return true }
    var v4 = in_addr()
    if inet_pton(AF_INET, name, &v4) == 1 {
      return Self.isLoopback(withUnsafeBytes(of: v4, Array.init))
    }
    var v6 = in6_addr()
    guard inet_pton(AF_INET6, String(name.dropFirst().dropLast()), &v6) == 1 else { return false }
    let bytes = withUnsafeBytes(of: v6, Array.init)
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10...11].allSatisfy { $0 == 0xFF }
    return isMapped
      ? Self.isLoopback(Array(bytes[12...])) : bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] <= 1
  }

  // The unspecified address also reaches this machine.
  private static func isLoopback(_ v4: [UInt8]) -> Bool {
    v4[0] == 127 || v4 == [0, 0, 0, 0]
  }

  private static func part(_ part: CURLUPart, of url: OpaquePointer) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    guard ccurl_url_get(url, part, &value, 0) == CURLUE_OK, let value else { return nil }
    defer { ccurl_free(value) }
    return String(cString: value)
  }
}
