import Crypto
package import Essentials

/// What a response must be before anybody believes it.
package struct SAMLCheck: Sendable {
  private let keys: [PublicKey]
  private let issuer: String
  private let audience: String
  private let recipients: [String]
  /// The ID of the request, or nil if the provider was not asked.
  private let requestID: String?
  /// How long after it was made an assertion is good, in seconds.
  private let lifetime: Double
  private let leeway: Double

  /// - Parameter certificates: The provider's certificates: PEM, or Base64 alone.
  package init(
    certificates: [String], issuer: String, audience: String, recipients: [String], requestID: String?,
    lifetime: Int, leeway: Int
  ) throws(SAMLProblem) {
    keys = try certificates.map { text throws(SAMLProblem) in try SAMLCertificate(text).key }
    self.issuer = issuer
    self.audience = audience
    self.recipients = recipients
    self.requestID = requestID
    (self.lifetime, self.leeway) = (Double(lifetime), Double(leeway))
  }

  /// Returns the assertion of a response that passes.
  ///
  /// The caller must refuse one whose ID it has seen before.
  package func assertion(of response: SAMLResponse, at now: Date) throws(SAMLProblem) -> SAMLAssertion {
    let (envelope, element) = try response.verified(by: keys)
    let assertion = try SAMLAssertion(element)
    guard assertion.issuer.hasBytes(of: issuer) else { throw .wrongIssuer(assertion.issuer.clipped()) }
    if let other = try envelope.only("Issuer")?.content(), !other.hasBytes(of: issuer) {
      throw .wrongIssuer(other.clipped())
    }
    for versioned in [envelope, element] where versioned.attributes["Version"] != "2.0" {
      throw .malformed("Version")
    }
    guard !element.all("AuthnStatement").isEmpty else { throw .malformed("AuthnStatement") }
    try checkTimes(of: element, at: now)
    try checkAudience(of: element)
    try checkRequest(of: envelope)
    // A signed response must name it ("SAML bindings", section 3.5.5.2).
    if let place = envelope.attributes["Destination"] ?? (response.isSigned ? "" : nil),
      !Self.has(recipients, place)
    {
      throw .wrongRecipient(place.clipped())
    }
    try checkConfirmation(of: element, at: now)
    return assertion
  }

  private func checkTimes(of element: XMLElement, at now: Date) throws(SAMLProblem) {
    guard let made = try element.time("IssueInstant") else { throw .malformed("IssueInstant") }
    try check(from: made, until: made.addingTimeInterval(lifetime), at: now)
    let conditions = try element.needed("Conditions")
    // An assertion with a condition that nobody here understands is not valid ("SAML core", section 2.5.1.1).
    let known = ["AudienceRestriction", "OneTimeUse", "ProxyRestriction"]
    for condition in conditions.elements
    where !known.contains(where: { condition.isNamed($0, .assertion) }) { throw .malformed("Conditions") }
    try check(from: conditions.time("NotBefore"), until: conditions.time("NotOnOrAfter"), at: now)
    for statement in element.all("AuthnStatement") {
      try check(from: nil, until: statement.time("SessionNotOnOrAfter"), at: now)
    }
  }

  private func check(from start: Date?, until end: Date?, at now: Date) throws(SAMLProblem) {
    if let start, now.addingTimeInterval(leeway) < start { throw .notYetValid }
    if let end, now.addingTimeInterval(-leeway) >= end { throw .expired }
  }

  private func checkAudience(of element: XMLElement) throws(SAMLProblem) {
    let restrictions = try element.needed("Conditions").all("AudienceRestriction")
      .map { one throws(SAMLProblem) in
        try one.all("Audience").map { name throws(SAMLProblem) in try name.content() }
      }
    guard !restrictions.isEmpty, restrictions.allSatisfy({ Self.has($0, audience) }) else {
      throw .wrongAudience(restrictions.flatMap(\.self).map { $0.clipped() })
    }
  }

  /// One bearer confirmation must be for this place, this request and this time.
  private func checkConfirmation(of element: XMLElement, at now: Date) throws(SAMLProblem) {
    var problem = SAMLProblem.malformed("SubjectConfirmation")
    for confirmation in try element.needed("Subject").all("SubjectConfirmation")
    where confirmation.attributes["Method"] == Self.bearer {
      do throws(SAMLProblem) {
        let data = try confirmation.needed("SubjectConfirmationData")
        guard let end = try data.time("NotOnOrAfter") else { throw .malformed("NotOnOrAfter") }
        try check(from: data.time("NotBefore"), until: end, at: now)
        let place = data.attributes["Recipient"] ?? ""
        guard Self.has(recipients, place) else { throw .wrongRecipient(place.clipped()) }
        try checkRequest(of: data)
        return
      } catch {
        problem = error
      }
    }
    throw problem
  }

  private func checkRequest(of element: XMLElement) throws(SAMLProblem) {
    switch (element.attributes["InResponseTo"], requestID) {
    case (nil, nil): return
    case (let answered?, let asked?) where answered.hasBytes(of: asked): return
    default: throw .wrongRequest
    }
  }

  private static func has(_ texts: [String], _ text: String) -> Bool {
    texts.contains { $0.hasBytes(of: text) }
  }

  static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
}
