import AuthClient
import TestSupport
import Testing

/// Tokens that another project or tenant gave.
@Suite struct ForeignTokenTests {
  private func token(_ project: String, tenant: String? = nil) throws -> IDToken {
    let tenant = tenant.map { #","tenant":"\#($0)""# } ?? ""
    return try IDToken(
      TokenFixture.token(
        """
        {"iss":"https://securetoken.google.com/\(project)","aud":"\(project)","auth_time":1,"sub":"u1","iat":1,\
        "exp":2,"firebase":{"sign_in_provider":"phone"\(tenant)}}
        """))
  }

  /// Unicode takes a Kelvin sign for a K.
  @Test(arguments: [
    ("demoK", nil, "demo\u{212A}", nil), ("demo\u{212A}", nil, "demoK", nil),
    ("demo", "aK", "demo", "a\u{212A}"),
    ("demo", "a", "demo", nil), ("demo", nil, "demo", "a"), ("demo", "", "demo", nil),
  ])
  func isRefused(_ of: String, _ ofTenant: String?, _ project: String, _ tenant: String?) throws {
    let token = try token(of, tenant: ofTenant)
    #expect(throws: AuthFailure.foreignToken(project: of, tenant: ofTenant)) {
      try token.refuseForeign(project: project, tenant: tenant)
    }
    try token.refuseForeign(project: of, tenant: ofTenant)
  }
}
