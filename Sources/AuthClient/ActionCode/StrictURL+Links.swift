import Essentials
import HTTP

/// What an address holds that may be a link, whoever wrapped it and wherever.
extension StrictURL {
  /// The link that stands in this address as it is; nil if there is none.
  ///
  /// It begins in the path, as Check Point and Proofpoint write it, or as a parameter's value with parameters of its
  /// own, as FireEye did. So the parameters from there on are the link's, and only those before it are this address's.
  var rawLink: (link: String, before: [QueryItem])? {
    let path = text.dropFirst(scheme.utf8.count + 3 + authority.utf8.count).prefix { !"?#".contains($0) }
    if let start = Self.schemes.compactMap({ path.firstRange(of: $0)?.lowerBound }).min() {
      let before = path[..<start]
      if before.hasSuffix("/v3/__") { return (ProofpointLink(text)?.link ?? "", []) }
      var link = text[start...]
      if before.hasSuffix("___"), let end = link.firstRange(of: "___.") { link = link[..<end.lowerBound] }
      return (ProofpointLink.withBothSlashes(String(link)), [])
    }
    let query = text[path.endIndex...].prefix { $0 != "#" }
    for item in query.split(separator: "&") {
      guard let equals = item.firstIndex(of: "="), item[..<equals] != "continueUrl" else { continue }
      let value = item[equals...].dropFirst()
      if Self.schemes.contains(where: value.hasPrefix), let mark = value.firstIndex(of: "?"),
        ActionCodeURL.parameters.contains(where: { value[mark...].dropFirst().hasPrefix($0 + "=") })
      {
        return (
          String(text[value.startIndex...]),
          FormEncoding.decode(String(query[..<item.startIndex].dropFirst())) ?? []
        )
      }
    }
    return nil
  }

  /// The addresses that parameters, parts of the path and the fragment hold in an encoded form.
  ///
  /// The app's own continue URL is none of them.
  var encodedLinks: [String] {
    let fragment = text.split(separator: "#", maxSplits: 1).dropFirst().joined()
    let inFragment = FormEncoding.decode(
      fragment.split(separator: "?", maxSplits: 1).last.map(String.init) ?? "")
    let values = (items + (inFragment ?? [])).filter { !$0.name.hasBytes(of: "continueUrl") }
      .map { $0.value.isEmpty ? $0.name : $0.value }
    return (values + path.split(separator: "/").map(String.init) + [fragment]).compactMap(Self.address)
  }

  private static let schemes = ["https:/", "http:/"]

  /// Decodes `part`, at most twice, until it is an address; nil if it never is.
  private static func address(in part: String) -> String? {
    var text: String? = part
    for _ in 0...2 {
      guard let part = text else { return nil }
      if part.firstRange(of: "://") != nil {
        // Proofpoint also wraps the entities of an HTML mail.
        return String(decoding: LinkText.unescapingHTML(Array(part.utf8)[...]), as: UTF8.self)
      }
      text = decoded(part)
    }
    return nil
  }

  /// Decodes `part` once; nil if it is not encoded as a whole.
  ///
  /// What is encoded only in parts stays: decoding would mix the parameters of a link with those of its continue URL.
  private static func decoded(_ part: String) -> String? {
    if part.utf8.contains(UInt8(ascii: "%")) {
      return part.utf8.contains { ":/?#&=".utf8.contains($0) } ? nil : FormEncoding.decodeSegment(part)
    }
    // Version 2 of Proofpoint writes `-` for `%` and `_` for `/`.
    if part.firstRange(of: "-3A__") != nil {
      return FormEncoding.decodeSegment(part.replacing("-", with: "%").replacing("_", with: "/"))
    }
    // In a query, a `+` of base64 is read as a space.
    return Base64URL.decode(anyForm: part.replacing(" ", with: "+"))
      .flatMap { String(validating: $0, as: UTF8.self) }
  }
}
