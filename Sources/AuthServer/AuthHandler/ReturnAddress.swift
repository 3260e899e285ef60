import Essentials
import HTTP
import IdentityToolkit

/// The page that a sign-in returns to.
struct ReturnAddress: Sendable {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  /// Refuses addresses that run script in the handler's page, and pages outside the project's domains if these are
  /// checked.
  ///
  /// Apps in a web view have their own schemes, such as `capacitor`.
  func check(_ call: Call) throws {
    let scheme = text.prefix { $0 != ":" }.asciiLowercased()
    guard scheme.utf8.count < text.utf8.count, let first = scheme.utf8.first, Self.isLetter(first),
      scheme.utf8.allSatisfy({ Self.isLetter($0) || "0123456789+-.".utf8.contains($0) }),
      !Self.runningSchemes.contains(scheme)
    else { throw ServerError(.invalidContinueURI, "((redirectUrl is not the address of a page))") }
    guard call.policy.authorizedDomainsChecked else { return }
    let page = try ContinueURL(text, under: call.policy)
    guard try page.isAuthorized(by: call.projectSettings()) else {
      throw ServerError(.unauthorizedDomain, "Domain not allowlisted by project")
    }
  }

  private static let runningSchemes: Set = ["javascript", "data", "vbscript", "blob", "file"]

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}
