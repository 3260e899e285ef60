import HTTP

/// The services that replace a link with an address of their own, to check it first.
///
/// A link that its address holds is found without this list. The list only names the service that keeps it.
enum MailGateway {
  /// The hosts of the gateways alone; their companies have other pages, too. A `*` is any text.
  private static let names = [
    ("*safelinks.protection.outlook.com", "Outlook SafeLinks"),
    ("*safelinks.protection.office365.us", "Outlook SafeLinks"),
    ("urldefense.com", "Proofpoint"), ("urldefense.us", "Proofpoint"),
    ("urldefense.proofpoint.com", "Proofpoint"),
    ("linkprotect.cudasvc.com", "Barracuda"),
    ("protect*.mimecast.com", "Mimecast"), ("*.mimecastprotect.com", "Mimecast"),
    ("secure-web.cisco.com", "Cisco"),
    ("*ctp.trendmicro.com", "Trend Micro"),
    ("protect.checkpoint.com", "Check Point"), ("*.avanan.click", "Check Point"),
    ("*.protection.sophos.com", "Sophos"),
    ("protect*.fireeye.com", "FireEye"),
    ("clicktime.symantec.com", "Symantec"),
    ("atpscan*.hornetsecurity.com", "Hornetsecurity"),
  ]

  /// Returns the name of the gateway that has the address `url`; nil if it is none of them.
  static func name(of url: StrictURL) -> String? {
    guard let host = Origin("http://" + url.authority)?.host else { return nil }
    return names.first { pattern, _ in
      let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
      return parts.count == 1 ? host == pattern : host.hasPrefix(parts[0]) && host.hasSuffix(parts[1])
    }?.1
  }
}
