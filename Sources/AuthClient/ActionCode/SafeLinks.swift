import HTTP

/// The mail gateways that replace a link with an address of their own, to check it first.
enum SafeLinks: String {
  case outlook = "Outlook SafeLinks"
  case google = "Google"
  case proofpoint = "Proofpoint"
  case barracuda = "Barracuda"
  case mimecast = "Mimecast"

  /// Finds the gateway that has the address `url`; nil if there is none.
  init?(_ url: StrictURL) {
    let host = Origin("http://" + url.authority)?.host ?? ""
    func isUnder(_ domain: String) -> Bool { host == domain || host.hasSuffix("." + domain) }
    switch true {
    case isUnder("safelinks.protection.outlook.com"): self = .outlook
    case ["www.google.com", "google.com"].contains(host) && url.path == "/url": self = .google
    case isUnder("urldefense.com"), isUnder("urldefense.proofpoint.com"): self = .proofpoint
    case isUnder("linkprotect.cudasvc.com"): self = .barracuda
    case isUnder("mimecast.com"), isUnder("mimecastprotect.com"): self = .mimecast
    default: return nil
    }
  }

  /// Returns the link inside a gateway's address. If the address does not contain it, the error names the gateway.
  func link(in url: StrictURL) throws(ActionCodeURL.Problem) -> String {
    let link: String?
    switch self {
    case .outlook, .mimecast: link = try url.value("url")
    case .google:
      let query = try url.value("q")
      link = query == nil ? try url.value("url") : query
    case .barracuda: link = try url.value("a")
    case .proofpoint:
      let hidden = try url.value("u")
      switch url.path.split(separator: "/").first {
      case "v1": link = hidden
      case "v2": link = hidden.flatMap(Self.fromProofpoint2)
      default: link = ProofpointLink(url.text)?.link
      }
    }
    guard let link else { throw .gateway(rawValue) }
    return link
  }

  /// Decodes version 2, which writes `-` for `%` and `_` for `/`.
  private static func fromProofpoint2(_ text: String) -> String? {
    let escaped = text.map { $0 == "-" ? "%" : $0 == "_" ? "/" : String($0) }.joined()
    return FormEncoding.decodeSegment(escaped)
  }
}
