import AuthClient
import CommandKit
import Essentials
import HTTP
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
  /// No mail arrives from the embedded server: the lines that show the link to a person at a terminal.
  /// - Parameter isOpened: Whether a page on this machine waits for the link, which leads nowhere otherwise.
  func whereMailIs(
    for email: EmailAddress, to person: Person, isOpened: Bool = false
  ) throws -> [Text] {
    guard person.isInteractive else { return [] }
    let destination = try destination()
    if case .emulator(let address) = destination.endpoint,
      (try? backend().call(ServerStatus.self, .init()))?.usher != nil
    {
      return [
        "The mail is in the server's inbox:",
        Text(verbatim: "  \(address)/inbox?project=\(FormEncoding.encode(destination.project))"),
      ]
    }
    guard destination.isEmbedded,
      let link = try? localServer().messages(to: email.text).last?.link
    else { return [] }
    let advice: Text =
      isOpened
      ? "(local server, no mail arrives: this is the link)"
      : "(local server, no mail arrives: do not open this link, paste it)"
    return [advice, Text(verbatim: "  " + link)]
  }

  /// Says so at once.
  func sayWhereMailIs(for email: EmailAddress, to person: Person, isOpened: Bool = false) throws {
    for line in try whereMailIs(for: email, to: person, isOpened: isOpened) { person.say(line) }
  }
}
