import AuthClient
import CommandKit
import IdentityToolkit
import TerminalIO

extension Service {
  /// Where a link leads when nobody said: the root of the project's auth domain.
  func defaultContinueURL() throws -> String {
    let domains = try auth().authorizedDomains()
    let hosted =
      domains.first { $0.hasSuffix(".firebaseapp.com") } ?? domains.first { $0.hasSuffix(".web.app") }
    if let hosted { return "https://\(hosted)/" }
    guard let domain = domains.first else {
      throw Diagnosis(
        "auth/missing-continue-uri", .usage, "the project has no authorized domain that the link can lead to",
        hint: "name a page with --continue-url", retry: .newInput)
    }
    return ["localhost", "127.0.0.1"].contains(domain) ? "http://\(domain)/" : "https://\(domain)/"
  }
}

extension Service {
  /// No mail arrives from the embedded server: a person at a terminal is shown the link, after what was said of it.
  /// - Parameter isOpened: Whether a page on this machine waits for the link, which leads nowhere otherwise.
  /// - Returns: Whether the person was shown it.
  @discardableResult
  func sayWhereMailIs(
    for email: EmailAddress, to person: Person, after lines: [String] = [], isOpened: Bool = false
  ) throws -> Bool {
    guard person.isInteractive, try destination().isEmbedded,
      let link = try? localServer().messages(to: email.text).last?.link
    else { return false }
    for line in lines { person.say(line) }
    let advice = isOpened ? "this is the link" : "do not open this link, paste it"
    person.say("(local server, no mail arrives: \(advice))", address: link)
    return true
  }
}
