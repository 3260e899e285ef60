package import AuthClient
import HTTP

/// What a mailed credential is for. It travels in the continue URL, for the link may be opened where nothing is
/// remembered of it.
package struct LinkState: Equatable, Sendable {
  package var purpose: CredentialPurpose
  /// The account that the link is for.
  package var uid: String

  package init(purpose: CredentialPurpose, uid: String) {
    self.purpose = purpose
    self.uid = uid
  }

  /// `url` with this state in its query.
  package func added(to url: String) -> String {
    guard purpose.needsCurrentUser else { return url }
    let state = FormEncoding.encode([
      QueryItem("usherOperation", purpose.rawValue), QueryItem("usherUser", uid),
    ])
    let fragment = url.firstIndex(of: "#") ?? url.endIndex
    let base = url[..<fragment]
    return base + (base.contains("?") ? "&" : "?") + state + url[fragment...]
  }

  /// A continue URL as it was before `added(to:)`.
  package static func removed(from url: String) -> String {
    guard let mark = url.firstIndex(of: "?") else { return url }
    let fragment = url[mark...].firstIndex(of: "#") ?? url.endIndex
    let items = url[mark..<fragment].dropFirst().split(separator: "&", omittingEmptySubsequences: false)
    let others = items.filter { !$0.hasPrefix("usherOperation=") && !$0.hasPrefix("usherUser=") }
    guard others.count < items.count else { return url }
    return url[..<mark] + (others.isEmpty ? "" : "?" + others.joined(separator: "&")) + url[fragment...]
  }

  /// The state in a continue URL; nil where it holds none, and the link simply signs in.
  package init?(continueURL url: String) {
    let query = url.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    let items = FormEncoding.decode(String(query)) ?? []
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
    guard let operation = value("usherOperation"), let uid = value("usherUser"),
      let purpose = CredentialPurpose(rawValue: operation), [.link, .reauthenticate].contains(purpose)
    else { return nil }
    self.init(purpose: purpose, uid: uid)
  }
}

extension EmailPurpose {
  /// What `link` was asked for; nil for one in a mail that the service sends by itself.
  /// - Parameter state: What the link's continue URL says that it is for.
  package init?(of link: ActionCodeURL, state: LinkState?) {
    switch link.operation {
    case .emailLink: self = .credential(state?.purpose ?? .signIn)
    case .passwordReset: self = .resetPassword
    case .verifyEmail: self = .verifyEmail
    case .verifyAndChangeEmail: self = .changeEmail
    case .recoverEmail, .revertSecondFactorAddition, .unknown: return nil
    }
  }
}
