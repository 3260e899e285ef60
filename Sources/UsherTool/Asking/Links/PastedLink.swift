import AuthClient
import CommandKit
import Essentials
import HTTP

extension ActionCodeURL {
  /// Reads a pasted link and refuses one that is not the destination's, before its code is sent.
  /// - Parameter isWord: Whether it stood on the command line, where a shell may have cut it.
  static func read(
    _ pasted: String, at service: Service, isWord: Bool = false
  ) throws(Diagnosis) -> ActionCodeURL {
    let destination = try service.destination()
    let link: ActionCodeURL
    do {
      link = try ActionCodeURL(pasted)
    } catch {
      throw Diagnosis(
        "auth/argument-error", .data, error.sentence(isWord: isWord), hint: error.hint(isWord: isWord))
    }
    guard let reason = link.mismatch(with: destination, at: service) else { return link }
    throw Diagnosis(
      "auth/invalid-action-code", .rejected, "this link is not for \(destination.spokenName): \(reason)",
      hint: link.tenantID == destination.tenant
        ? "name the link's own endpoint and project with --endpoint and --project"
        : Hint(
          link.tenantID.map { "name its tenant with --tenant \($0)" }
            ?? "leave out the tenant: the link has none"),
      retry: .newInput)
  }

  /// Why the link is another project's, key's or endpoint's; nil where it is not.
  private func mismatch(with destination: Destination, at service: Service) -> Text? {
    if tenantID != destination.tenant { return "it belongs to another tenant" }
    let isLocalLink = Origin(origin)?.isLoopback ?? false
    if !destination.writesLinks(with: apiKey) { return "it holds another API key" }
    // A browser that opened the link has gone on to a page of the app, which can be anywhere. The code goes to the
    // destination, and its key fits.
    guard path.hasPrefix("/emulator/") || path.hasPrefix("/__/auth/") else { return nil }
    switch destination.endpoint {
    case .production:
      if isLocalLink { return "it leads to a local server" }
      return hostedProject.flatMap { $0 == destination.project ? nil : "it is project \($0)'s" }
    case .emulator(let address):
      if origin == address || (isLocalLink && path.hasPrefix("/emulator/")) && samePort(as: address) {
        return nil
      }
    case .embedded:
      if hostedProject == destination.project || isLocalLink { return nil }
    }
    if path.hasPrefix("/__/auth/"), service.emailHandler()?.hasBytes(ofAnyCase: origin + path) == true {
      return nil
    }
    return "it leads to \(origin)"
  }

  /// The project whose Hosting domain the link is on.
  private var hostedProject: String? {
    guard let host = Origin(origin)?.host else { return nil }
    return [".firebaseapp.com", ".web.app"].first { host.hasSuffix($0) }.map {
      String(host.dropLast($0.count))
    }
  }

  /// `localhost` and `127.0.0.1` are the same server.
  private func samePort(as address: String) -> Bool {
    guard let own = Origin(origin), let other = Origin(address) else { return false }
    return other.isLoopback && own.port == other.port
  }
}

extension ActionCodeURL.Problem {
  fileprivate func hint(isWord: Bool) -> Hint {
    switch self {
    case .gateway: "open it in a browser, and paste the address that it leads to"
    case .cut where isWord:
      Hint("put the link in quotes").then("or run this and paste it", ["usher", "complete-link"])
    case .missing("mode"): "paste the whole link from the mail, or the address that it leads to in a browser"
    default: "paste the whole link from the mail"
    }
  }

  fileprivate func sentence(isWord: Bool) -> Text {
    switch self {
    case .empty: "the link is empty"
    case .notALink: "this is not a link"
    case .tooLong: "this is too long for a link"
    case .forbiddenCharacter: "the link contains a character that links cannot have"
    case .userInfo: "the link names a user before its host, and links in mails never do"
    case .badEscape: "the link's percent escapes are broken"
    case .duplicate(let name): "the link contains \(name) more than once"
    case .missing("mode"): "this is not a link of Firebase Authentication: it has no mode"
    case .missing(let name): "the link has no \(name)"
    case .cut:
      isWord
        ? "the link ends before its first &, where a shell cuts a link that is not quoted"
        : "the link ends before its first &"
    case .unknownMode: "the link's mode is not known"
    case .malformed(let name): "the link's \(name) is malformed"
    case .severalLinks: "the text contains several links"
    case .gateway(let name): "\(name), a mail gateway, has hidden the link in another one"
    }
  }
}
