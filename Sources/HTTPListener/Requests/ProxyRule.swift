private import Essentials
internal import HTTP

/// The rule for the peers that are trusted proxies.
struct ProxyRule: Sendable {
  let ranges: [AddressRange]

  func trusts(_ address: String) -> Bool { ranges.contains { $0.contains(address) } }

  /// Returns a trusted proxy's information about a request, or nil if there is none.
  ///
  /// Each proxy appends its client to the list that it received. So only the end of the list counts, up to the first
  /// address that is not a trusted proxy. The client may have written everything before that.
  func forwarding(in headers: HTTPHeaders, from peer: String) throws(Refusal) -> Forwarding? {
    guard !ranges.isEmpty, trusts(peer) else { return nil }
    let standard = headers.values(of: "Forwarded")
    let common = ["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"].map { headers.values(of: $0) }
    if standard.isEmpty, common.allSatisfy(\.isEmpty) { return nil }
    // A proxy sets one kind of field and forwards the other one, which its client wrote.
    guard standard.isEmpty || common.allSatisfy(\.isEmpty) else {
      throw .malformed("Forwarded and X-Forwarded-…: the proxy must remove the kind that it does not set")
    }
    if standard.isEmpty { return try forwarding(common[0], common[1], common[2]) }
    guard let elements = ForwardedElement.all(in: standard) else { throw .malformed("Forwarded") }
    return try forwarding(elements)
  }

  private func forwarding(
    _ addresses: [String], _ hosts: [String], _ schemes: [String]
  ) throws(Refusal) -> Forwarding {
    var forwarding = Forwarding()
    var proxies = 1
    for text in Self.list(addresses).reversed() {
      guard let node = ForwardedNode(text) else { throw .malformed("X-Forwarded-For") }
      guard case .address(let address) = node else {
        forwarding.peer = nil
        break
      }
      forwarding.peer = address
      guard trusts(address) else { break }
      proxies += 1
    }
    forwarding.host = Self.list(hosts).suffix(proxies).first
    forwarding.scheme = try Self.scheme(Self.list(schemes).suffix(proxies).first, "X-Forwarded-Proto")
    return forwarding
  }

  private func forwarding(_ elements: [ForwardedElement]) throws(Refusal) -> Forwarding {
    var forwarding = Forwarding()
    for element in elements.reversed() {
      forwarding.host = element.host ?? forwarding.host
      forwarding.scheme = try Self.scheme(element.proto, "Forwarded") ?? forwarding.scheme
      // From here on, the client is unknown.
      forwarding.peer = nil
      guard let text = element.node else { break }
      guard let node = ForwardedNode(text) else { throw .malformed("Forwarded") }
      guard case .address(let address) = node else { break }
      forwarding.peer = address
      guard trusts(address) else { break }
    }
    return forwarding
  }

  private static func list(_ fields: [String]) -> [String] {
    fields.flatMap { field in
      field.split(separator: ",", omittingEmptySubsequences: false).map { part in
        var part = part.drop { $0 == " " || $0 == "\t" }
        while part.last == " " || part.last == "\t" { part.removeLast() }
        return String(part)
      }
    }
  }

  private static func scheme(_ text: String?, _ field: String) throws(Refusal) -> Origin.Scheme? {
    guard let text else { return nil }
    guard let scheme = Origin.Scheme(rawValue: text.asciiLowercased()) else { throw .malformed(field) }
    return scheme
  }
}

/// A proxy's information about a forwarded request.
struct Forwarding: Equatable {
  /// The client's address as the outermost trusted proxy saw it, or nil if it does not say.
  var peer: String?
  /// The name that the request was addressed to, and the scheme.
  ///
  /// Nil if no proxy says.
  var host: String?
  var scheme: Origin.Scheme?
}
