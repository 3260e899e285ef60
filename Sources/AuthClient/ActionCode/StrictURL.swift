import HTTP

/// An address taken apart, or refused: what two readers could understand differently is not accepted.
struct StrictURL {
  let scheme: String
  /// Host and port, lower-case.
  let authority: String
  let path: String
  /// The query's items, decoded once, in order.
  let items: [QueryItem]

  init(_ text: String) throws(ActionCodeURL.Problem) {
    guard text.utf8.count <= 8192 else { throw .tooLong }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .forbiddenCharacter }
    guard !text.utf8.contains(UInt8(ascii: "\\")) else { throw .forbiddenCharacter }
    let bytes = text.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), text[colon...].hasPrefix("://")
    else { throw .notALink }
    let rest = text[text.index(colon, offsetBy: 3)...]
    let end =
      rest.utf8.firstIndex { [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
      ?? rest.endIndex
    let authority = rest[..<end]
    guard !authority.isEmpty else { throw .notALink }
    guard !authority.utf8.contains(UInt8(ascii: "@")), !authority.utf8.contains(UInt8(ascii: "%"))
    else { throw .userInfo }
    let withoutFragment = rest[end...].prefix { $0 != "#" }
    let halves = withoutFragment.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let items = FormEncoding.decode(halves.count > 1 ? String(halves[1]) : "") else {
      throw .badEscape
    }
    scheme = text[..<colon].lowercased()
    self.authority = authority.lowercased()
    path = halves.first.map(String.init) ?? ""
    self.items = items
  }

  /// The only item called `name`; nil where there is none.
  func value(_ name: String) throws(ActionCodeURL.Problem) -> String? {
    let values = items.filter { $0.name == name }.map(\.value)
    guard values.count <= 1 else { throw .duplicate(name) }
    guard let value = values.first else { return nil }
    guard value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    else { throw .forbiddenCharacter }
    return value
  }
}
