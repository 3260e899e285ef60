import Essentials

@testable import SAML

extension FuzzTarget {
  /// Checks responses, which are the input as XML: only what the provider signed is believed, and says what it said.
  ///
  /// The first seed is the response that the provider signed. The input is read as the other messages too.
  static let samlMessage = FuzzTarget(name: "saml") { [check = believer] bytes in
    let text = Data(bytes).base64EncodedString()
    if let response = try? SAMLResponse(text) {
      if let told = try? response.unchecked() { demand(!told.nameID.isEmpty, "somebody without a name") }
      if let told = try? check.assertion(of: response, at: signedAt) {
        demand(told == signed, "an assertion that nobody signed")
      }
    }
    if let request = try? AuthnRequest(redirected: text) {
      demand(!request.id.isEmpty, "a request without an ID")
    }
    if let metadata = try? IdpMetadata(bytes) {
      demand(
        (try? IdpMetadata(Array(metadata.text.utf8))) == metadata, "metadata that is read otherwise again")
    }
  }

  private static let issuer = "https://idp.example"
  private static let signedAt = Date(rfc3339: "2026-01-31T12:01:00Z") ?? .distantPast

  private static let signed = SAMLAssertion(
    id: "_a1", issuer: issuer, nameID: "kim@example.com",
    attributes: [.init("http://schemas.xmlsoap.org/claims/Group", ["red", "blue & white"])])

  private static let believer: SAMLCheck = {
    do {
      return try SAMLCheck(
        certificates: [certificate], issuer: issuer, audience: "app", recipients: ["https://app.example/acs"],
        requestID: nil, lifetime: 600, leeway: 60)
    } catch {
      fatalError("no check: \(error)")
    }
  }()

  private static let certificate = """
    MIIC/zCCAeegAwIBAgIUUKGCm0iCOnts3eTCUoo/cwttbkQwDQYJKoZIhvcNAQELBQAwDjEMMAoGA1UEAwwDaWRwMCAXDTI2MTEzMDEw\
    NDAwN1oYDzIxMjYxMTA2MTA0MDA3WjAOMQwwCgYDVQQDDANpZHAwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCtWBebHGXR\
    P/hDgCe+xkQfVSi2JJy1fAwBIUEBs2ruSY93WfDOG2lMm2OIgGJKryWI5Xz8tBxUlmApl5uajSJ8+9d0bymyIjeRAp9A7iDxofBdFM6A\
    nifIumnthH/40X+hVHwvhtlSu8Fvbp8QfyRhBU+E66208lMYBKV2q3KEdIVxAVhW2hTyzT23orN/+jfCtgDY2IOhYQwxN8kuoDu/ZZcC\
    JZNTr3y7euS2/IIY1w9Dn7cxC/MaYF6RG3Dv8IdhCqZDVyDs0nPqHUbMu8Y5mgyGDfnHmLe2Nt2/XXGW4QnLyKW5khoamdlk6zZHCEiH\
    ZIld5C6CCJGFUze7e4sDAgMBAAGjUzBRMB0GA1UdDgQWBBS8JiWMb059AS+DdAJrtF0mWrGypjAfBgNVHSMEGDAWgBS8JiWMb059AS+D\
    dAJrtF0mWrGypjAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IBAQAkQPJ0v0eZGtZsNFWTBTMCGJlMfEb5Ufpmox/I9PUs\
    ne7L2DJ1EdfA1oZ06fhhDGDXlFJoZRQ7PgS2jKQ6xCsH9pR8RSthlaSOpXL16edZBH7mCxxFWv9o0B0JS9g6Cz6liS3D2FmaOIq2cnGr\
    10j2HduhP04Q0vVaujuo2CdcRF9OpytYI3BCm7PdBZYZF04p6P9YTQh/DhHRtweSFQzNyBzEhSP9WCPRKFaIwKtP2vjQCCDU6ru6EGCc\
    rfRB7qVixYeyRNdUNxZyDyQZcLXxUvBeJu2OtwTjk5y2IFzPC9RvjUkrfnWk6KuJUIO1fk5sotaV6SnpxXxjkx2219j1
    """
}
