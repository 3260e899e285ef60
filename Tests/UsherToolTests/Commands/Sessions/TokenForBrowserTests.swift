import AuthClient
import Essentials
import Flows
import IdentityToolkit
import PrivateFiles
import TestSupport
import Testing
import UsherTool

/// `token --format playwright` and `local-storage`: the session as the Firebase JS SDK keeps it.
struct TokenForBrowserTests {
  let tool = ToolHarness()
  private let key = Binding(profile: "local", endpoint: "local", project: "demo-usher").session()
  private let app = ["--origin", "http://localhost:3000", "--app-key", "demo-key"]

  init() {
    tool.signIn()
  }

  private func print(_ form: String, _ more: [String]) -> ToolHarness.Outcome {
    tool.run(["token", "--format", form] + more)
  }

  private func user(appName: String = "[DEFAULT]") throws -> JSONValue {
    let session = try #require(try tool.state[key])
    return [
      "uid": .string(session.uid), "emailVerified": false, "isAnonymous": false,
      "phoneNumber": "+16505550123",
      "providerData": [
        [
          "providerId": "phone", "uid": "+16505550123", "displayName": .null, "email": .null,
          "phoneNumber": "+16505550123", "photoURL": .null,
        ]
      ],
      "stsTokenManager": [
        "refreshToken": .string(session.tokens.refreshToken ?? ""),
        "accessToken": .string(session.tokens.idToken.text), "expirationTime": 1_800_003_600_000,
      ],
      "createdAt": "1800000000000", "lastLoginAt": "1800000000000", "apiKey": "demo-key",
      "appName": .string(appName),
    ]
  }

  private func state(origin: String, appName: String) throws -> JSONValue {
    let user = try user(appName: appName)
    let key = "firebase:authUser:demo-key:" + appName
    let store: JSONValue = [
      "name": "firebaseLocalStorage", "keyPath": "fbase_key", "autoIncrement": false, "indexes": [],
      "records": [["value": ["fbase_key": .string(key), "value": user]]],
    ]
    let origin: JSONValue = [
      "origin": .string(origin), "localStorage": [["name": .string(key), "value": .string(user.text)]],
      "indexedDB": [["name": "firebaseLocalStorageDb", "version": 1, "stores": [store]]],
    ]
    return ["cookies": [], "origins": [origin]]
  }

  /// An app with browserLocalPersistence looks only in local storage, one with indexedDBLocalPersistence not there.
  @Test(arguments: ["playwright", "local-storage"])
  func theSDKsRecordIsWhereverAnAppMayLook(_ form: String) throws {
    let state = try state(origin: "http://localhost:3000", appName: "[DEFAULT]")
    #expect(print(form, app) == .init(0, output: state.text + "\n"))
    // Playwright reads this form whatever else is set.
    tool.environment["USHER_OUTPUT"] = "json"
    #expect(print(form, app) == .init(0, output: state.text + "\n"))
  }

  @Test func theAppMayHaveAnotherNameAndOrigin() throws {
    let state = try state(origin: "https://example.com", appName: "admin")
    // A browser leaves out the port that the scheme has anyway.
    let words = ["--origin", "https://Example.com:443/", "--app-key", "demo-key", "--app-name", "admin"]
    #expect(print("playwright", words) == .init(0, output: state.text + "\n"))
  }

  @Test func whatAnOlderUsherDidNotSaveIsAskedFor() throws {
    let complete = print("playwright", app)
    try StateFile(folder: tool.configFolder, wait: LockWait(limit: .seconds(3600))).update {
      $0[key]?.user.account.providerData = nil
      $0[key]?.user.account.createdAt = nil
    }
    #expect(print("playwright", app) == complete)
  }

  @Test(arguments: ["playwright", "local-storage"])
  func bothNeedTheWebAppAndAreAlone(_ form: String) {
    for (words, missing) in [
      ([], "--origin and --app-key"), (["--app-key", "demo-key"], "--origin"),
      (["--origin", "http://localhost:3000"], "--app-key"),
      (["--origin", "http://localhost:3000", "--app-key", ""], "--app-key"),
    ] {
      #expect(
        print(form, words)
          == .init(
            64,
            errors: """
              error: --format \(form) needs \(missing)
              usage: usher token [options]
                Name the origin of the web app, and the apiKey of its firebaseConfig.

              """))
    }
    for words in [["--json"], ["--field", "uid"], ["--claims"], ["--copy"]] {
      let outcome = print(form, app + words)
      #expect(outcome.status == 64 && outcome.output.isEmpty, "\(words)")
    }
    #expect(print(form, ["--origin", "localhost:3000", "--app-key", "demo-key"]).status == 64)
  }

  @Test func otherFormatsTakeNoWebApp() {
    let errors = """
      error: --origin, --app-key and --app-name are for --format playwright and --format local-storage
      usage: usher token [options]
        see the options:  usher token --help

      """
    for words in [app, ["--app-key", "demo-key"], ["--app-name", "admin"]] {
      #expect(tool.run(["token"] + words) == .init(64, errors: errors), "\(words)")
    }
  }

  @Test func aSessionWithoutARefreshTokenIsRefused() throws {
    let token = try #require(try tool.state[key]).tokens.idToken.text
    tool.environment["USHER_ID_TOKEN"] = token
    #expect(
      print("playwright", app)
        == .init(
          64,
          errors: """
            error: a browser needs a refresh token, and this session has none
            usage: usher token [options]
              Set USHER_REFRESH_TOKEN or USHER_SESSION_FILE instead of USHER_ID_TOKEN.

            """))
    #expect(tool.run("token").output == token + "\n")
  }
}
