package import AuthClient
import HTTP

/// The purpose of a link that is a credential.
///
/// It is in the continue URL, because the user may open the link on a machine that did not request it.
package struct LinkState: Equatable, Sendable {
  package var purpose: CredentialPurpose
  /// The uid of the account that the link is for.
  package var uid: String

  package init(purpose: CredentialPurpose, uid: String) {
    self.purpose = purpose
    self.uid = uid
  }

  /// Returns `url` with this state in its query.
  package func added(to url: String) -> String {
    guard purpose.needsCurrentUser else { return url }
    let state = FormEncoding.encode([
      QueryItem("usherOperation", purpose.rawValue), QueryItem("usherUser", uid),
    ])
    let fragment = url.firstIndex(of: "#") ?? url.endIndex
    let base = url[..<fragment]
    return base + (base.contains("?") ? "&" : "?") + state + url[fragment...]
  }

  /// Removes from a continue URL what `added(to:)` added.
  package static func removed(from url: String) -> String {
    guard let mark = url.firstIndex(of: "?") else { return url }
    let fragment = url[mark...].firstIndex(of: "#") ?? url.endIndex
    let items = url[mark..<fragment].dropFirst().split(separator: "&", omittingEmptySubsequences: false)
    let others = items.filter { !$0.hasPrefix("usherOperation=") && !$0.hasPrefix("usherUser=") }
    guard others.count < items.count else { return url }
    return url[..<mark] + (others.isEmpty ? "" : "?" + others.joined(separator: "&")) + url[fragment...]
  }

  /// Reads the state in a link's continue URL, or in the page there that a browser opened; nil if there is none, and
  /// the link signs in.
  package init?(of link: ActionCodeURL) {
    guard let url = link.continueAddress else {
      self.init(link.pageItems)
      return
    }
    self.init(continueURL: url)
  }

  /// Reads the state in a continue URL; nil if there is none, and the link signs in.
  package init?(continueURL url: String) {
    let query = url.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    self.init(FormEncoding.decode(String(query)) ?? [])
  }

  private init?(_ items: [QueryItem]) {
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
    guard let operation = value("usherOperation"), let uid = value("usherUser"),
      let purpose = CredentialPurpose(rawValue: operation), [.link, .reauthenticate].contains(purpose)
    else { return nil }
    self.init(purpose: purpose, uid: uid)
  }
}

extension EmailPurpose {
  /// Finds the purpose of `link`; nil for an e-mail that the service sends without a request.
  /// - Parameter state: The state in the link's continue URL.
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
