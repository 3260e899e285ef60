import Testing

@testable import AuthServer

struct PathTemplateTests {
  private func names(_ template: String, _ path: String) -> [String: String]? {
    PathTemplate(template)?.names(in: PathTemplate.segments(of: path))
  }

  @Test func aPathWithoutNamesIsNoTemplate() {
    #expect(PathTemplate("/v1/accounts:lookup") == nil)
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
}
