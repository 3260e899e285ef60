/// A reCAPTCHA site key of a local server, which has its own challenge script.
package struct LocalSiteKey: Equatable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case v2, enterprise
  }

  package let kind: Kind
  package let projectNumber: String

  package init(_ kind: Kind, projectNumber: String) {
    self.kind = kind
    self.projectNumber = projectNumber
  }

  /// Returns nil for a key from Google.
  package init?(_ text: String) {
    let parts = text.utf8.prefix(64).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].elementsEqual("usher".utf8),
      let kind = Kind(rawValue: String(Substring(parts[1]))), !parts[2].isEmpty,
      parts[2].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    self.init(kind, projectNumber: String(Substring(parts[2])))
    guard self.text == text else { return nil }
  }

  package var text: String { "usher-\(kind.rawValue)-\(projectNumber)" }

  /// The path of the challenge's script, below the server's origin.
  package var scriptPath: String {
    switch kind {
    case .v2: "/recaptcha/api.js"
    case .enterprise: "/recaptcha/enterprise.js"
    }
  }
}
