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
    keys = try certificates.map { text throws(SAMLProblem) in
      let base64 = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }.joined()
      guard let der = Data(base64Encoded: base64.filter { !$0.isWhitespace }),
        let key = try? PublicKey(certificatePEM: Self.pem(der))
      else { throw .unreadableCertificate }
      return key
    }
    self.issuer = issuer
    self.audience = audience
    self.recipients = recipients
    self.requestID = requestID
    (self.lifetime, self.leeway) = (Double(lifetime), Double(leeway))
  }

  private static func pem(_ der: Data) -> String {
    let lines = der.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    return "-----BEGIN CERTIFICATE-----\n\(lines)\n-----END CERTIFICATE-----\n"
  }

  /// Returns the assertion of a response that passes.
  ///
  /// The caller must refuse one whose ID it has seen before.
  package func assertion(of response: SAMLResponse, at now: Date) throws(SAMLProblem) -> SAMLAssertion {
    let (envelope, element) = try response.verified(by: keys)
    let assertion = try SAMLAssertion(element)
    guard assertion.issuer.hasBytes(of: issuer) else { throw .wrongIssuer(assertion.issuer.clipped()) }
    if let other = try envelope.only("Issuer")?.trimmed, !other.hasBytes(of: issuer) {
      throw .wrongIssuer(other.clipped())
    }
    try checkTimes(of: element, at: now)
    try checkAudience(of: element)
    try checkRequest(of: envelope)
    if let place = envelope.attributes["Destination"], !Self.has(recipients, place) {
      throw .wrongRecipient(place.clipped())
    }
    try checkConfirmation(of: element, at: now)
    return assertion
  }

  private func checkTimes(of element: XMLElement, at now: Date) throws(SAMLProblem) {
    guard let made = try element.time("IssueInstant") else { throw .malformed("IssueInstant") }
    try check(from: made, until: made.addingTimeInterval(lifetime), at: now)
    let conditions = try element.needed("Conditions")
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
      .map { $0.all("Audience").map(\.trimmed) }
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
