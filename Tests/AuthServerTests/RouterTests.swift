import Essentials
import HTTP
import IdentityToolkit
import Testing

@testable import AuthServer

@Suite struct RouterTests {
  static let send = "/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode"
  static let legacySend = "/www.googleapis.com/identitytoolkit/v3/relyingparty/sendVerificationCode"
  static let key = [QueryItem("key", "k")]

  @Test(arguments: [
    (send, #"{"phoneNumber":"+14155550100","clientType":"CLIENT_TYPE_IOS"}"#),
    (send, #"{"phone_number" : "+14155550100","client_type":"CLIENT_TYPE_IOS","unknown":{"a_b":[1]}}"#),
    (legacySend, #"{"phoneNumber":"+14155550100"}"#),
    (send.replacing(":", with: "%3A"), #"{"phoneNumber":"+14155550100"}"#),
  ])
  func onePathLeadsWhereTheOthersDo(path: String, body: String) throws {
    let server = try ServerHarness()
    let response = try server.send(.post, path, query: Self.key, body: body)
    #expect(response.status == 200)
    #expect(
      response.headers == [
        "Content-Type": "application/json; charset=UTF-8", "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      ])
    let info = try #require(try (ServerHarness.decode(response) as SendVerificationCode.Response).sessionInfo)
    #expect(info.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
    #expect(try server.confirm(info, code: server.code(for: info)).isNewUser == true)
  }

  /// What is written of a route is what requests find it by, and no two are at one place.
  @Test func everyPathLeadsToItsOwnRoute() {
    for route in Route.all {
      for text in route.path.texts {
        let match = Router.match(text.replacing("{", with: "<").replacing("}", with: ">"), route.method)
        #expect(match?.template == text)
        #expect(match?.route.method == route.method)
        #expect(match?.audience == route.audience)
        #expect(match?.route.procedure == route.procedure)
        let names = PathTemplate.names(in: text).map { ($0, "<\($0)>") }
        #expect(match?.names == [String: String](uniqueKeysWithValues: names))
      }
    }
  }

  /// A server that goes on finds routes in a table, and a command compares each.
  @Test func theTableLeadsWhereTheComparisonDoes() {
    var paths = Route.all.flatMap(\.path.texts).map { $0.replacing("{app}", with: "1:2:web:3") }
    paths = paths.map { $0.replacing("{", with: "<").replacing("}", with: ">") }
    paths += paths.flatMap { [$0 + "/", $0 + ":x", $0 + "x", String($0.dropLast())] }
    paths += ["", "/", "x", "//", "/:", "/v1/:x", "/identitytoolkit.googleapis.com/", "/www.googleapis.com"]
    for path in paths {
      for method in [HTTPMethod.get, .post, .patch, .delete, .options] {
        let (found, compared) = (Router.match(path, method, in: .all), Router.match(path, method))
        #expect(found?.template == compared?.template, "\(method) \(path)")
        #expect(found?.route.method == compared?.route.method)
        #expect(found?.names == compared?.names)
        #expect(found?.otherMethods == compared?.otherMethods)
      }
    }
  }

  @Test func otherProjectsAreRefusedWhereThePolicySaysSo() throws {
    let server = try ServerHarness(policy: .emulator.with { $0.otherProjectsServed = false })
    let problem =
      "Multiple projectIds are not recommended in single project mode. Requested project ID other, but the "
      + "emulator is configured for demo-test. To serve all projects, use the policy other-projects=served."
    func config(of project: String) -> ServerError? {
      do {
        _ = try server.call(GetEmulatorConfig.self, .init(), project: project)
        return nil
      } catch {
        return error as? ServerError
      }
    }
    #expect(config(of: "demo-test") == nil)
    #expect(config(of: "other")?.words == problem)
    #expect(config(of: "other")?.httpStatus == 400)
    let body = #"{"targetProjectId":"other","email":"kim@example.com","password":"correct horse"}"#
    let response = try server.send(
      .post, "/identitytoolkit.googleapis.com/v1/accounts:signUp", headers: ["Authorization": "Bearer owner"],
      body: body)
    #expect(response.status == 400)
    #expect(String(decoding: response.body, as: UTF8.self).contains("single project mode"))
    for policy in [Policy.emulator, .strict] {
      let open = try ServerHarness(policy: policy)
      #expect(refusal { try open.call(GetEmulatorConfig.self, .init(), project: "other") } == nil)
    }
  }

  /// A body, a mailed link, a provider's page and the inbox can name a project, too.
  @Test func anotherProjectIsRefusedWhereverItIsNamed() throws {
    let other = try ServerHarness(policy: .believingNobody, project: "other")
    try other.signUp()
    try other.send(.passwordReset, to: ServerHarness.email)
    let link = try #require(try other.call(OobCodes.self, .init(), project: "other").oobCodes.last)
    let begun = try other.authorize()
    let own = try ServerHarness(
      policy: .believingNobody.with { $0.otherProjectsServed = false }, folder: other.folder,
      clock: other.clock, seed: 1_000_000)
    func isRefused(_ response: HTTPResponse) -> Bool {
      response.status == 400 && String(decoding: response.body, as: UTF8.self).contains("single project mode")
    }
    let service = "/identitytoolkit.googleapis.com/v1/"
    let users = #"{"targetProjectId":"other","users":[{"localId":"eve"}]}"#
    let owner: HTTPHeaders = ["Authorization": "Bearer owner"]
    let query = [
      QueryItem("mode", "resetPassword"), QueryItem("oobCode", link.oobCode), QueryItem("apiKey", "k"),
      QueryItem("newPassword", "eve's own"),
    ]
    #expect(isRefused(try own.send(.get, "/emulator/action", query: query)))
    #expect(isRefused(try own.browse(begun.authUri)))
    #expect(isRefused(try own.send(.get, "/inbox", query: [QueryItem("project", "other")])))
    #expect(
      isRefused(
        try own.send(
          .post, "/www.googleapis.com/identitytoolkit/v3/relyingparty/uploadAccount", headers: owner,
          body: users)))
    for server in [own, other] {
      let upload = try server.send(
        .post, service + "projects/demo-test/accounts:batchCreate", headers: owner, body: users)
      #expect(upload.status == 400)
    }
    #expect(try other.count("SELECT count(*) FROM accounts") == 1)
    #expect(try other.signIn(password: ServerHarness.password).localId != nil)
  }

  /// `firebase emulators:start --import` names the tenant of a project's accounts so.
  @Test func anEmptyTenantIsNone() throws {
    let server = try ServerHarness()
    let response = try server.send(
      .post, "/identitytoolkit.googleapis.com/v1/projects/demo-test/tenants//accounts:batchCreate",
      headers: ["Authorization": "Bearer owner"], body: #"{"users":[{"localId":"kim"}]}"#)
    #expect(response.status == 200)
    #expect(try server.call(Lookup.self, .init(localId: ["kim"]), asOwner: true).users?.count == 1)
  }

  @Test func aRefusalIsTheWholeEnvelope() throws {
    let server = try ServerHarness()
    let response = try server.send(.post, Self.send, query: Self.key, body: #"{"phoneNumber":"5"}"#)
    #expect(response.status == 400)
    #expect(
      String(decoding: response.body, as: UTF8.self) == """
        {"error":{"code":400,"message":"INVALID_PHONE_NUMBER : Invalid format.",\
        "errors":[{"message":"INVALID_PHONE_NUMBER : Invalid format.","domain":"global","reason":"invalid"}]}}
        """)
  }

  @Test(arguments: [
    (
      "POST", send, "{", 400, "INVALID_ARGUMENT", "Invalid JSON payload received. It cannot be parsed.",
      "parseError"
    ),
    (
      "POST", send, #"{"phoneNumber":{}}"#, 400, "INVALID_ARGUMENT",
      "Invalid JSON payload received. /phoneNumber has the wrong type.", "parseError"
    ),
    (
      "POST", send, "[]", 400, "INVALID_ARGUMENT", "Invalid JSON payload received. / has the wrong type.",
      "parseError"
    ),
    (
      "GET", send, "", 405, "NOT_FOUND", "NOT_FOUND : ((This path does not take this method.))",
      "httpMethodNotAllowed"
    ),
    ("POST", "/v1/accounts:sendVerificationCode", "{}", 404, "NOT_FOUND", "Not Found", "notFound"),
    ("GET", "/%zz", "", 404, "NOT_FOUND", "Not Found", "notFound"),
    (
      "GET", "/identitytoolkit.googleapis.com/v1/sessionCookiePublic%E2%84%AAeys", "", 404, "NOT_FOUND",
      "Not Found", "notFound"
    ),
    (
      "GET", "/identitytoolkit.googleapis.com/v1/sessionCookiePublic\u{212A}eys", "", 404, "NOT_FOUND",
      "Not Found", "notFound"
    ),
    ("GET", "/emulator/v1/projects//config", "", 404, "NOT_FOUND", "Not Found", "notFound"),
    (
      "POST", "/identitytoolkit.googleapis.com/v1/accounts:signInWithGameCenter", "{}", 501,
      "NOT_IMPLEMENTED",
      "NOT_IMPLEMENTED : ((This server does not have this method.))", "unimplemented"
    ),
  ])
  func otherTroubleIsToldInTheSameShape(
    method: String, path: String, body: String, code: Int, status: String, message: String, reason: String
  ) throws {
    let response = try ServerHarness(policy: .emulator).send(
      try #require(HTTPMethod(rawValue: method)), path, query: Self.key, body: body)
    #expect(response.status == code)
    let envelope: JSONValue = [
      "error": [
        "code": .integer(Int64(code)),
        "errors": [["domain": "global", "message": .string(message), "reason": .string(reason)]],
        "message": .string(message), "status": .string(status),
      ]
    ]
    #expect(try JSONValue(parsing: response.body) == envelope)
  }

  @Test(arguments: [
    (HTTPMethod.post, "/identitytoolkit.googleapis.com/v2/projects/demo-test/tenants/t1:getIamPolicy"),
    (.post, "/www.googleapis.com/identitytoolkit/v3/relyingparty/signOutUser"),
    (.post, "/identitytoolkit.googleapis.com/v1/accounts:signInWithGameCenter"),
  ])
  func whatGoogleHasAndThisServerHasNotIsNamed(method: HTTPMethod, path: String) throws {
    let response = try ServerHarness().send(method, path, headers: ["Authorization": "Bearer owner"])
    #expect(response.status == 501)
  }

  @Test func deepNestingIsRefused() throws {
    let body = String(repeating: "[", count: 100_000)
    let response = try ServerHarness().send(.post, Self.send, query: Self.key, body: body)
    #expect(response.status == 400)
  }

  /// Decoding takes stack for each level, and connection threads have little.
  @Test(arguments: [33, 64, 400])
  func whatIsDeeperThanTheServiceIsRefused(depth: Int) throws {
    let server = try ServerHarness()
    let config = "/identitytoolkit.googleapis.com/v2/projects/demo-test/config"
    for (opening, closing) in [("{\"a\":", "}"), ("[", "]")] {
      let body =
        String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
      let response = try server.send(
        .patch, config, headers: ["Authorization": "Bearer owner"], body: body)
      #expect(response.status == 400)
    }
  }

  /// The owner's token is a well-known word: only a program, or a page of this machine, may use it.
  @Test(arguments: ["accounts:lookup", "accounts:delete"])
  func pagesOfOtherSitesDoNotActAsTheOwner(method: String) throws {
    let server = try ServerHarness()
    for foreign: HTTPHeaders in [["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site"]] {
      var headers = foreign
      headers["Authorization"] = "Bearer owner"
      let response = try server.send(
        .post, "/identitytoolkit.googleapis.com/v1/" + method, headers: headers, body: #"{"localId":["u"]}"#)
      #expect(response.status == 403)
    }
  }

  @Test func aClientNeedsAKeyAndAnAdministratorTheToken() throws {
    let server = try ServerHarness()
    let config = "/identitytoolkit.googleapis.com/v2/projects/demo-test/config"
    let body = #"{"phoneNumber":"+14155550100"}"#
    func status(_ path: String, _ headers: HTTPHeaders, _ query: [QueryItem] = []) throws -> Int {
      try server.send(path == config ? .get : .post, path, query: query, headers: headers, body: body).status
    }
    #expect(try status(Self.send, [:]) == 403)
    #expect(try status(Self.send, [:], [QueryItem("key", "")]) == 403)
    #expect(try status(Self.send, ["X-Goog-Api-Key": "k"]) == 200)
    #expect(try status(Self.send, ["Authorization": "BEARER OWNER"]) == 200)
    #expect(try status(Self.send, ["Authorization": "Bearer ya29.x"]) == 200)
    #expect(try status(Self.send, ["Authorization": "Bearer x"], Self.key) == 401)
    #expect(try status(Self.send, ["Authorization": "Basic x"], Self.key) == 200)
    #expect(try status(config, [:], Self.key) == 400)
    #expect(try status(config, ["Authorization": "Bearer x"]) == 401)
    #expect(try status(config, ["Authorization": "Bearer owner"]) == 200)
  }

  @Test func aKeyNamesNoProjectToAdminister() throws {
    let host = "/identitytoolkit.googleapis.com/"
    let message =
      "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id."
    let items: JSONValue = [["domain": "global", "message": .string(message), "reason": "invalid"]]
    let old: JSONValue = ["error": ["code": 400, "errors": items, "message": .string(message)]]
    let new: JSONValue = [
      "error": ["code": 400, "message": .string(message), "status": "INVALID_ARGUMENT"]
    ]
    let calls: [(HTTPMethod, String, JSONValue)] = [
      (.post, "v1/projects/demo-test/accounts:lookup", old),
      (.post, "v1/projects/demo-test/tenants/t/accounts:batchDelete", old),
      (.get, "v2/projects/demo-test/config", new), (.get, "admin/v2/projects/demo-test/config", new),
    ]
    let (strict, emulator) = (try ServerHarness(), try ServerHarness(policy: .emulator))
    for (method, path, expected) in calls {
      let answer = try strict.send(method, host + path, query: Self.key, body: "{}")
      #expect(answer.status == 400)
      #expect(JSONValue(json: answer.body) == expected)
      #expect(try strict.send(method, host + path, body: "{}").status == 403)
      #expect(try emulator.send(method, host + path, query: Self.key, body: "{}").status == 401)
    }
  }

  /// As every `curl` of Google's guides writes it that switches second factors on.
  @Test func administrationIsAtTheGuidesPathToo() throws {
    let server = try ServerHarness()
    let path = "/identitytoolkit.googleapis.com/admin/v2/projects/demo-test/"
    let owner: HTTPHeaders = ["Authorization": "Bearer owner", "X-Goog-User-Project": "demo-test"]
    let mfa = #"{"providerConfigs":[{"state":"ENABLED","totpProviderConfig":{"adjacentIntervals":3}}]}"#
    let changed = try server.send(
      .patch, path + "config", query: [QueryItem("updateMask", "mfa")], headers: owner,
      body: #"{"mfa":\#(mfa)}"#)
    #expect(changed.status == 200)
    let read = try server.call(GetProjectConfig.self, .init(), asOwner: true)
    #expect(read["mfa"]?["providerConfigs"] == JSONValue(json: mfa)?["providerConfigs"])
    let tenant = try server.makeTenant()
    for place in ["tenants", "tenants/" + tenant, "oauthIdpConfigs", "tenants/\(tenant)/oauthIdpConfigs"] {
      #expect(try server.send(.get, path + place, headers: owner).status == 200, "\(place)")
    }
  }

  @Test func aTokenOfItsOwnClosesEverythingButClientCalls() throws {
    let server = try ServerHarness(ownerToken: "s3cret")
    let codes = "/emulator/v1/projects/demo-test/verificationCodes"
    let config = "/identitytoolkit.googleapis.com/v2/projects/demo-test/config"
    for (path, refusal) in [(codes, 401), (config, 403)] {
      #expect(try server.send(.get, path).status == refusal)
      #expect(try server.send(.get, path, headers: ["Authorization": "Bearer owner"]).status == 401)
      #expect(try server.send(.get, path, headers: ["Authorization": "Bearer ya29.x"]).status == 401)
      #expect(try server.send(.get, path, headers: ["Authorization": "Bearer s3cret"]).status == 200)
    }
    #expect(try server.send(.get, "/").status == 200)
    let body = #"{"phoneNumber":"+14155550100"}"#
    #expect(try server.send(.post, Self.send, query: Self.key, body: body).status == 200)
  }

  @Test func anyWebPageMayCallTheServiceAndNoForeignOneTheRest() throws {
    let server = try ServerHarness()
    let page = "https://app.example"
    let answer = try server.send(.post, Self.send, query: Self.key, headers: ["Origin": page], body: "{}")
    #expect(answer.status == 400)
    #expect(answer.headers["Access-Control-Allow-Origin"] == page)
    #expect(answer.headers["Vary"] == "Origin")
    let preflight = try server.send(
      .options, Self.send,
      headers: ["Origin": page, "Access-Control-Request-Headers": "content-type,x-client-version"])
    #expect(
      preflight
        == HTTPResponse(
          status: 204,
          headers: [
            "Access-Control-Allow-Methods": "POST",
            "Access-Control-Allow-Headers": "content-type,x-client-version", "Access-Control-Max-Age": "3600",
            "Access-Control-Allow-Origin": page, "Vary": "Origin",
          ]))

    let codes = "/emulator/v1/projects/demo-test/verificationCodes"
    let config = "/identitytoolkit.googleapis.com/v2/projects/demo-test/config"
    for (headers, status): (HTTPHeaders, Int) in [
      (["Origin": page], 403), (["Origin": "null"], 403), (["Origin": "http://localhost.evil.example"], 403),
      (["Origin": "http://127.0.0.1.evil.example:80"], 403),
      (["Origin": "http://[::1].evil.example"], 403), (["Origin": "http://[::1]@evil.example"], 403),
      (["Origin": "http://localhost:80@evil.example"], 403), (["Origin": "localhost"], 403),
      (["Origin": ""], 403), (Self.twoOrigins, 403), (["Sec-Fetch-Site": "cross-site"], 403),
      (["Origin": "http://localhost:3000"], 200), (["Origin": "http://127.0.0.1"], 200),
      (["Origin": "http://[::1]:8080"], 200), (["Origin": "https://app.localhost:1"], 200),
      (["Sec-Fetch-Site": "none"], 200), (["Sec-Fetch-Site": "same-origin"], 200),
      (["Origin": "http://localhost:3000", "Sec-Fetch-Site": "cross-site"], 200),
    ] {
      let response = try server.send(.get, codes, headers: headers)
      #expect(response.status == status, "\(headers)")
      #expect(
        response.headers["Access-Control-Allow-Origin"]
          == (headers.values(of: "Origin").count == 1 ? headers["Origin"] : nil))
      var owner = headers
      owner["Authorization"] = "Bearer owner"
      #expect(try server.send(.get, config, headers: owner).status == status)
    }
    #expect(try server.send(.options, codes, headers: ["Origin": page]).status == 403)
    for path in ["/usher/v1/projects/demo-test:reset", "/emulator/v1/projects/demo-test/accounts"] {
      #expect(try server.send(.post, path, headers: ["Origin": page]).status == 403)
    }
  }

  @Test func aPageOfThisMachineMayUseTheEmulatorsRoutes() throws {
    let server = try ServerHarness()
    let page = "http://localhost:3000"
    let config = "/identitytoolkit.googleapis.com/v2/projects/demo-test/config"
    let preflight = try server.send(
      .options, config,
      headers: [
        "Origin": page, "Sec-Fetch-Site": "cross-site", "Access-Control-Request-Headers": "authorization",
        "Access-Control-Request-Private-Network": "true",
      ])
    #expect(
      preflight
        == HTTPResponse(
          status: 204,
          headers: [
            "Access-Control-Allow-Methods": "GET, PATCH", "Access-Control-Allow-Headers": "authorization",
            "Access-Control-Max-Age": "3600", "Access-Control-Allow-Private-Network": "true",
            "Access-Control-Allow-Origin": page, "Vary": "Origin",
          ]))
    let answer = try server.send(
      .delete, "/emulator/v1/projects/demo-test/accounts",
      headers: ["Origin": page, "Sec-Fetch-Site": "cross-site"])
    #expect(answer.status == 200 && answer.headers["Access-Control-Allow-Origin"] == page)
  }

  private static let twoOrigins: HTTPHeaders = {
    var headers: HTTPHeaders = ["Origin": "http://localhost"]
    headers.append("origin", "https://evil.example")
    return headers
  }()

  @Test func waitsAreToldInTheHeaderToo() throws {
    let server = try ServerHarness()
    let info = try server.sendCode()
    let wrong = try server.wrongCode(for: info)
    for _ in 1...5 { #expect(throws: ServerError.self) { try server.confirm(info, code: wrong) } }
    let response = try server.send(
      .post, Self.send, query: Self.key, body: #"{"phoneNumber":"+14155550100"}"#)
    #expect(response.headers["Retry-After"] == "30")
  }
}
