import HTTP

/// What finishing a sign-in link does. It travels in the continue URL, for the link may be opened where
/// nothing is remembered of it.
struct LinkState: Equatable {
  var purpose: SignInPurpose
  /// The account that the link is for.
  var uid: String

  private static let operations: [(SignInPurpose, String)] = [(.link, "link"), (.reauthenticate, "reauth")]

  /// `url` with this state in its query.
  func added(to url: String) -> String {
    guard let operation = Self.operations.first(where: { $0.0 == purpose })?.1 else { return url }
    let state = FormEncoding.encode([QueryItem("usherOperation", operation), QueryItem("usherUser", uid)])
    let fragment = url.firstIndex(of: "#") ?? url.endIndex
    let base = url[..<fragment]
    return base + (base.contains("?") ? "&" : "?") + state + url[fragment...]
  }

  /// A continue URL as it was before `added(to:)`.
  static func removed(from url: String) -> String {
    guard let mark = url.firstIndex(of: "?") else { return url }
    let fragment = url[mark...].firstIndex(of: "#") ?? url.endIndex
    let items = url[mark..<fragment].dropFirst().split(separator: "&", omittingEmptySubsequences: false)
    let others = items.filter { !$0.hasPrefix("usherOperation=") && !$0.hasPrefix("usherUser=") }
    guard others.count < items.count else { return url }
    return url[..<mark] + (others.isEmpty ? "" : "?" + others.joined(separator: "&")) + url[fragment...]
  }

  init(purpose: SignInPurpose, uid: String) {
    self.purpose = purpose
    self.uid = uid
  }

  /// The state in a continue URL; nil where it holds none, and the link simply signs in.
  init?(continueURL url: String) {
    let query = url.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    let items = FormEncoding.decode(String(query)) ?? []
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
    guard let operation = value("usherOperation"), let uid = value("usherUser"),
      let purpose = Self.operations.first(where: { $0.1 == operation })?.0
    else { return nil }
    self.init(purpose: purpose, uid: uid)
  }
}
