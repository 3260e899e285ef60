import IdentityToolkit
import Testing

@testable import AuthServer

struct PathTemplateTests {
  private func names(_ template: String, _ path: String) -> [String: String]? {
    names(PathTemplate(template), path)
  }

  private func names(_ template: PathTemplate, _ path: String) -> [String: String]? {
    RequestPath(path).flatMap { template.ids(in: $0) }
  }

  @Test func aPathWithoutNamesIsItself() {
    #expect(names("/v1/accounts:lookup", "/v1/accounts:lookup") == [:])
    #expect(names("/v1/accounts:lookup", "/v1/accounts:lookups") == nil)
    #expect(names("/v1/accounts:lookup", "/v1/accounts") == nil)
  }

  @Test func theIdsOfAPathAreFound() {
    #expect(names("/v2/projects/{project}/config", "/v2/projects/demo-app/config") == ["project": "demo-app"])
    #expect(
      names("/v2/projects/{project}/tenants/{tenant}", "/v2/projects/p/tenants/t-1")
        == ["project": "p", "tenant": "t-1"])
  }

  @Test func aMethodAfterAnIdBelongsToTheTemplate() {
    let template = "/v1/projects/{project}:createSessionCookie"
    #expect(names(template, "/v1/projects/p:createSessionCookie") == ["project": "p"])
    #expect(names(template, "/v1/projects/p:queryAccounts") == nil)
    #expect(names("/v1/projects/{project}", "/v1/projects/p:createSessionCookie") == nil)
  }

  @Test(arguments: [
    "/v2/projects//config", "/v2/projects/p", "/v2/projects/p/config/", "v2/projects/p/config",
    "/v2/projects/p/configs",
  ])
  func aPathOfAnotherFormHasNone(path: String) {
    #expect(names("/v2/projects/{project}/config", path) == nil)
  }

  @Test func aHostIsComparedAsTheFirstSegment() {
    let template = PathTemplate(.googleAPIs, "identitytoolkit/v3/relyingparty/", "getAccountInfo")
    #expect(names(template, "/www.googleapis.com/identitytoolkit/v3/relyingparty/getAccountInfo") == [:])
    #expect(names(template, "/identitytoolkit/v3/relyingparty/getAccountInfo") == nil)
    #expect(
      names(template, "/securetoken.googleapis.com/identitytoolkit/v3/relyingparty/getAccountInfo") == nil)
  }

  @Test func aTenantMayFollowTheProject() {
    let template = PathTemplate(.identityToolkit, "v1/projects/{project}/accounts:query")
    let path = "/identitytoolkit.googleapis.com/v1/projects/p/tenants/t-1/accounts:query"
    #expect(names(template, path) == nil)
    #expect(names(template.withTenants(), path) == ["project": "p", "tenant": "t-1"])
    #expect(names(template.withTenants(), path.replacing("/tenants/t-1", with: "")) == ["project": "p"])
    #expect(names(template.withTenants(), path.replacing("t-1/", with: "")) == nil)
  }

  @Test func v2MayBeBelowAdmin() {
    let template = PathTemplate(.identityToolkit, "v2/projects/{project}/config")
    let path = "/identitytoolkit.googleapis.com/admin/v2/projects/p/config"
    #expect(names(template, path) == nil)
    #expect(names(template.withAdmin(), path) == ["project": "p"])
    #expect(names(template.withAdmin(), path.replacing("admin/", with: "")) == ["project": "p"])
    #expect(
      names(PathTemplate(.identityToolkit, "v1/projects/{project}:queryAccounts").withAdmin(), path) == nil)
  }

  @Test func everyFormIsWritten() {
    let template = PathTemplate(.identityToolkit, "v2/projects/{project}", "/config")
    #expect(template.texts == ["/identitytoolkit.googleapis.com/v2/projects/{project}/config"])
    #expect(
      template.withTenants().withAdmin().texts == [
        "/identitytoolkit.googleapis.com/v2/projects/{project}/config",
        "/identitytoolkit.googleapis.com/v2/projects/{project}/tenants/{tenant}/config",
        "/identitytoolkit.googleapis.com/admin/v2/projects/{project}/config",
        "/identitytoolkit.googleapis.com/admin/v2/projects/{project}/tenants/{tenant}/config",
      ])
    #expect(PathTemplate("/inbox").withTenants().withAdmin().texts == ["/inbox"])
  }
}
