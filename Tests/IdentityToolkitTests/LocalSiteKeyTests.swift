import IdentityToolkit
import Testing

@Suite struct LocalSiteKeyTests {
  @Test func aKeyOfEitherKindIsReadBack() {
    let v2 = LocalSiteKey(.v2, projectNumber: "312950043993")
    let enterprise = LocalSiteKey(.enterprise, projectNumber: "312950043993")
    #expect(v2.text == "usher-v2-312950043993")
    #expect(enterprise.text == "usher-enterprise-312950043993")
    #expect(LocalSiteKey(v2.text) == v2)
    #expect(LocalSiteKey(enterprise.text) == enterprise)
    #expect([v2.scriptPath, enterprise.scriptPath] == ["/recaptcha/api.js", "/recaptcha/enterprise.js"])
  }

  @Test(arguments: [
    "", "6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI", "usher-v2-", "usher-v3-1", "usher-v2-1-2", "usher-v2-1x",
    "usher-v2-١", "Usher-v2-1", "usher-v2-1\n", "usher-v2-" + String(repeating: "1", count: 1_000_000),
  ])
  func otherKeysAreNotLocal(key: String) {
    #expect(LocalSiteKey(key) == nil)
  }
}
