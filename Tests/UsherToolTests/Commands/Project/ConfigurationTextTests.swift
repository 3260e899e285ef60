import Essentials
import Flows
import IdentityToolkit
import LibC
import TestSupport
import Testing

@testable import UsherTool

/// The configuration of a web app in every form in which people have it.
struct ConfigurationTextTests {
  let tool = ToolHarness()

  init() {
    tool.network = TransportStub()
  }

  private static func app(_ change: (inout ProfileSettings) -> Void = { _ in }) -> ProfileSettings {
    var app = ProfileSettings()
    app.apiKey = "AIzaSyWeb"
    app.projectID = "acme-1234"
    app.authDomain = "acme-1234.firebaseapp.com"
    app.appID = "1:1234567890:web:cccc"
    change(&app)
    return app
  }

  private static func read(_ text: String, _ variables: [String: String] = [:]) throws -> AppFile {
    try AppFile.read(Data(text.utf8), named: "file") { [variables] }
  }

  static let forms: [String] = [
    AppFiles.web, AppFiles.snippet,
    "const firebaseConfig: FirebaseOptions = {\n\(members)\n};",
    "firebase.initializeApp({\(members)})",
    "export default {\(members)}",
    "module.exports = {\n\(members)\n}",
    "export const environment = {\n  production: false,\n  firebase: {\n\(members)\n  },\n  url: 'https://api.example/v1',\n};",
    "provideFirebaseApp(() => initializeApp({\(members)})), provideAuth(() => getAuth())",
    #"{"firebaseConfig":{\#(json)}}"#,
    #"{"config":{\#(json)}}"#,
    #"{"status":"success","result":{"sdkConfig":{\#(json)}}}"#,
    #"{"expo":{"name":"x","extra":{\#(json),"eas":{"projectId":"1f2e-uuid"}}}}"#,
    "// don't use { apiKey: 'AIzaOld', projectId: 'old' }\n/* apiKey: 'AIzaOlder' */\nconst c = {\(members)}",
    "const c = {\(members.replacing("\"", with: "`"))}",
    "const c = {\(members.replacing(": ", with: ":\n    "))}",
    "<script type=\"module\">\n  const firebaseConfig = {\(members)};\n</script>",
    "Here's my config:\n```js\nconst firebaseConfig = {\n\(members)\n};\n```\nWhy doesn't it work?",
    page, page.replacing("\"", with: "&quot;").replacing("class=&quot;hljs-string&quot;", with: "class=x"),
    environment("NEXT_PUBLIC_FIREBASE_"), environment("VITE_"), environment("REACT_APP_FIREBASE_"),
    environment("EXPO_PUBLIC_FIREBASE_"), environment(""),
    environment("FIREBASE_").replacing("API_KEY", with: "APIKEY").replacing("PROJECT_ID", with: "PROJECTID"),
    environment("FIREBASE_").replacing("FIREBASE_", with: "static final String FIREBASE_").replacing(
      "=", with: " = \""
    )
    .replacing("\n", with: "\";\n") + "\";",

    "# Firebase\r\n" + environment("VITE_FIREBASE_", "\r\n"),
    environment("export FIREBASE_"),
    environment("VITE_FIREBASE_").replacing("=", with: "=\"").replacing("\n", with: "\"\n") + "\"",
    environment("EXPO_PUBLIC_Firebase").replacing("API_KEY", with: "ApiKey").replacing(
      "PROJECT_ID", with: "ProjectId"
    )
    .replacing("AUTH_DOMAIN", with: "AuthDomain").replacing("APP_ID", with: "AppId"),
    "NEXT_PUBLIC_FIREBASE_CONFIG='{\(json)}'\nNEXT_PUBLIC_OPENAI_API_KEY=sk-1",
    "FIREBASE_CONFIG={\(json)}",
    "CONFIG=\"{\(json.replacing("\"", with: "\\\""))}\"",
    environment("VITE_FIREBASE_")
      + "\nVITE_OPENAI_API_KEY=sk-1\nVITE_OPENAI_PROJECT_ID=proj-1\nVITE_MAPS_API_KEY=AIzaMaps",
    "firebase:\n  apiKey: AIzaSyWeb\n  projectId: acme-1234\n  authDomain: acme-1234.firebaseapp.com\n  appId: 1:1234567890:web:cccc\n",
    "firebase_config = {\n  'api_key': 'AIzaSyWeb', 'project_id': 'acme-1234',\n  'auth_domain': 'acme-1234.firebaseapp.com', 'app_id': '1:1234567890:web:cccc'}",
    "const apiKey = 'AIzaSyWeb';\ninitializeApp({ apiKey: apiKey, projectId: 'acme-1234', authDomain: 'acme-1234.firebaseapp.com', appId: '1:1234567890:web:cccc' });",
    "FirebaseOptions.Builder().setApiKey(\"AIzaSyWeb\").setProjectId(\"acme-1234\").setApplicationId(\"1:1234567890:web:cccc\").setAuthDomain(\"acme-1234.firebaseapp.com\")",
  ]

  @Test(arguments: forms) func theAppIsFoundWhereverItStands(_ text: String) throws {
    #expect(try Self.read(text).apps == [Self.app()])
    #expect(try Self.read("\u{FEFF}" + text.replacing("\n", with: "\r\n")).apps == [Self.app()])
  }

  @Test func theOptionsOfFlutterFireAreSeveralApps() throws {
    let file = try Self.read(Self.dart)
    #expect(file.kind == .options)
    #expect(
      file.apps == [
        Self.app(),
        Self.app {
          $0.apiKey = "AIzaSyAndroid"
          $0.authDomain = nil
          $0.appID = "1:1234567890:android:aaaa"
        },
        Self.app {
          $0.apiKey = "AIzaSyApple"
          $0.authDomain = nil
          $0.appID = "1:1234567890:ios:bbbb"
          $0.bundleID = "com.example.acme"
          $0.clientID = "1234567890-abc.apps.googleusercontent.com"
        },
      ])
    tool.folder.write(Self.dart, to: "options.dart")
    let path = tool.folder.path + "/options.dart"
    #expect(
      tool.run("init", path).errors.hasPrefix(
        "error: the file has several apps: 1:1234567890:web:cccc, 1:1234567890:android:aaaa, com.example.acme\n"
      ))
    #expect(tool.run("init", path, "--app", "acme-1234").status == 64)
    #expect(tool.run("init", path, "--app", "web").status == 0)
    #expect(try tool.state.profiles["acme-1234"]?.settings.apiKey == "AIzaSyWeb")
  }

  @Test func severalAppsOfOneKindAreSeveral() throws {
    #expect(
      try Self.read(
        Self.environment("PROD_") + "\n"
          + Self.environment("STAGING_").replacing("acme-1234", with: "acme-staging")
      )
      .apps == [
        Self.app(),
        Self.app {
          $0.projectID = "acme-staging"
          $0.authDomain = "acme-staging.firebaseapp.com"
        },
      ])
    let shared = try Self.read(
      "FIREBASE_PROJECT_ID=acme-1234\nFIREBASE_WEB_API_KEY=AIza1\nFIREBASE_IOS_API_KEY=AIza2\nOTHER_API_KEY=AIza3"
    )
    #expect(shared.apps.map(\.apiKey) == ["AIza1", "AIza2"])
    #expect(shared.apps.map(\.projectID) == ["acme-1234", "acme-1234"])
  }

  /// The key of one app never gets the project of another.
  @Test(arguments: [
    "const a = { apiKey: 'AIza1' }; const b = { projectId: 'acme-1234' };",
    "ONE_API_KEY=AIza1\nTWO_PROJECT_ID=acme-1234",
    "FIREBASE_STAGING_API_KEY=AIza1\nOTHER_PROJECT_ID=acme-1234",
    "f({ apiKey: 'AIza1', nested: { projectId: 'acme-1234' } })",
    "apiKey: AIza1\napiKey: AIza2\nprojectId: acme-1234\n",
    "PROJECT_ID=acme-1234\nOPENAI_API_KEY=sk-1",
    "staging:\n  apiKey: AIza1\nproduction:\n  projectId: acme-1234\n",
    "title: hello :(\nstaging:\n  apiKey: 'AIza1'\nproduction: &x # the real one\n  projectId: 'acme-1234'\n",
    "apps:\n  staging:\n    apiKey: 'AIza1'\n  production:\n    projectId: 'acme-1234'\n",
    "- apiKey: 'AIza1'\n- projectId: 'acme-1234'\n",
    "[staging]\napi_key = \"AIza1\"\n[production]\nproject_id = \"acme-1234\"",
    "note = :(\n[staging]\nAPI_KEY=AIza1\n\n[production] # x\nPROJECT_ID=acme-1234",
    "[a]\n[a.staging]\n api_key = \"AIza1\"\n[a.production]\n project_id = \"acme-1234\"",
    "staging.apiKey = \"AIza1\"\nstaging.projectID = Secrets.x\nproduction.projectID = \"acme-1234\"\nproduction.apiKey = Secrets.k",
    "staging.apiKey = 'AIza1'\nproduction.projectID = 'acme-1234'",
    "const k = 'AIza1'; const c = { apiKey: Secrets.k, projectId: 'acme-1234' }",
    "const c = { apiKey: 'AIza1', projectId: decrypt('x') }; const d = { apiKey: x, projectId: 'acme-1234' }",
    "FIREBASE_PROJECT_ID=acme-1234\nFIREBASE_STAGING_API_KEY=AIza1\nFIREBASE_STAGING_PROJECT_ID=${X}",
    "FIREBASE_PROJECT_ID=acme-1234\nFIREBASE_STAGING_API_KEY=AIza1\nFIREBASE_STAGING_PROJECT_ID=",
    "FIREBASE_PROJECT_ID=acme-1234\nFIREBASE_STAGING_PROJECT_ID=${X}\nFIREBASE_STAGING_WEB_API_KEY=AIza1",
    "firebaseProjectId = 'acme-1234'\nfirebaseStagingApiKey = 'AIza1'\nfirebaseStagingProjectId = 'a' + x",
    "apiKey: process.env.X\napiKey: 'AIza1'\nprojectId: 'acme-1234'\n",
    "const k = 'AIza1', l = 'AIza2'; const c = { apiKey: isStaging ? k : l, projectId: 'acme-1234' }",
    "FIREBASE_PROJECT_ID=acme-1234\nMAPS_API_KEY=AIza1\nMAPS_PROJECT_ID=maps-1234",
    "function f(apiKey) { return { apiKey: apiKey, projectId: 'acme-1234' } } const o = { apiKey: 'AIza1' }",
  ])
  func whatDoesNotBelongTogetherIsNotPut(_ text: String) {
    #expect(throws: Diagnosis.self) { try Self.read(text) }
  }

  @Test(arguments: ["sb_secret_abcdef", "sk-abcdef", "eyJhbGciOi", "abcdef"])
  func theKeyOfAnotherServiceIsNotTaken(_ key: String) {
    for text in [
      "FIREBASE_PROJECT_ID=acme-1234\nSUPABASE_PROJECT_ID=abc\nSUPABASE_API_KEY=\(key)",
      "OPENAI_API_KEY=\(key)\nOPENAI_PROJECT_ID=abcd-1234", "API_KEY=\(key)\nPROJECT_ID=acme-1234",
    ] where !text.hasPrefix("API_KEY=abcdef") {
      #expect {
        try Self.read(text)
      } throws: {
        ($0 as? Diagnosis)?.message.english == "file lacks the API key"
      }
    }
  }

  /// Keys of tests are any text.
  @Test(arguments: [
    "API_KEY=k\nPROJECT_ID=acme-1234", "VITE_FIREBASE_API_KEY=k\nVITE_FIREBASE_PROJECT_ID=acme-1234",
  ])
  func aKeyUnderFirebasesNamesIsAnyKey(_ text: String) throws {
    #expect(try Self.read(text).apps.map(\.apiKey) == ["k"])
    #expect(try Self.read("X_API_KEY=k\nX_PROJECT_ID=demo-1234").apps.map(\.apiKey) == ["k"])
  }

  @Test func sectionsAndReceiversAreSeveralApps() throws {
    for text in [
      "one:\n  apiKey: AIza1\n  projectId: acme-1\ntwo:\n  apiKey: AIza2\n  projectId: acme-2\n",
      "[one]\napi_key = 'AIza1'\nproject_id = 'acme-1'\n[two]\napi_key = 'AIza2'\nproject_id = 'acme-2'\n",
      "one.apiKey = 'AIza1'\ntwo.apiKey = 'AIza2'\none.projectID = 'acme-1'\ntwo.projectID = 'acme-2'\n",
    ] {
      let apps = try Self.read(text).apps
      #expect(apps.map(\.apiKey) == ["AIza1", "AIza2"])
      #expect(apps.map(\.projectID) == ["acme-1", "acme-2"])
    }
  }

  @Test(arguments: [
    ("decrypt(\"my-secret-passphrase\")", nil), ("env(\"my-secret-passphrase\")", nil),
    ("`${decrypt('x')}`", nil), ("vault['x']", nil), ("process.env[\"KEY\"]", "KEY"),
    ("os.environ.get('KEY')", "KEY"),
    ("String(process.env.KEY)", "KEY"), ("required(process.env.KEY, 'a_text')", "KEY"),
  ])
  func onlyTheNameOfAVariableIsTold(value: String, name: String?) {
    let problem =
      name.map { "takes its values from variables that no .env file sets: " + $0 } ?? "lacks the API key"
    #expect {
      try Self.read("f({ apiKey: \(value), projectId: 'acme-1234' })")
    } throws: {
      ($0 as? Diagnosis)?.message.english == "file " + problem
    }
  }

  static let references: [String] = [
    "apiKey: process.env.NEXT_PUBLIC_KEY, projectId: process.env.NEXT_PUBLIC_PROJECT,",
    "apiKey: import.meta.env.NEXT_PUBLIC_KEY,\n projectId: import.meta.env.NEXT_PUBLIC_PROJECT as string",
    "apiKey: process.env.NEXT_PUBLIC_KEY!,\n projectId: process.env['NEXT_PUBLIC_PROJECT'] ?? ''",
    "apiKey: `${process.env.NEXT_PUBLIC_KEY}`, projectId: Deno.env.get(\"NEXT_PUBLIC_PROJECT\")!",
    "apiKey: String.fromEnvironment('NEXT_PUBLIC_KEY'), projectId: dotenv.env['NEXT_PUBLIC_PROJECT'] ?? 'other'",
    "apiKey: String.fromEnvironment(\n'NEXT_PUBLIC_KEY',\n defaultValue: 'x'), projectId: env('P', defaultValue: 'acme-1234')",
    "apiKey: process.env?.NEXT_PUBLIC_KEY, projectId: import.meta.env!.NEXT_PUBLIC_PROJECT",
    "apiKey: String(process.env.NEXT_PUBLIC_KEY), projectId: process.env.UNSET || 'acme-1234'",
  ]

  @Test(arguments: references) func variablesAreLookedUp(_ members: String) throws {
    let variables = ["NEXT_PUBLIC_KEY": "AIzaSyWeb", "NEXT_PUBLIC_PROJECT": "acme-1234"]
    let app = Self.app {
      $0.authDomain = nil
      $0.appID = nil
    }
    #expect(try Self.read("export const c = {\n \(members)\n};", variables).apps == [app])
  }

  @Test func variablesAreThoseOfTheFilesBesideTheConfiguration() throws {
    let path = tool.folder.path + "/src/firebase.ts"
    tool.folder.makeFolder("src")
    tool.folder.write(
      "initializeApp({apiKey: process.env.KEY, projectId: process.env.PROJECT})", to: "src/firebase.ts")
    #expect(
      tool.run("init", path).errors
        == """
        error: \(path) takes its values from variables that no .env file sets: KEY, PROJECT
          Set them in a file .env beside it, or copy the configuration from the Firebase console.

        """)
    tool.folder.write("KEY=AIzaOther\nPROJECT='demo-acme'\n", to: "src/.env")
    tool.folder.write("KEY=AIzaLocal\n", to: "src/.env.local")
    #expect(tool.run("init", path).status == 0)
    let settings = try tool.state.profiles["demo-acme"]?.settings
    #expect(settings?.apiKey == "AIzaLocal")
  }

  @Test func allVariablesAreOfOneFolder() throws {
    let path = tool.folder.path + "/src/firebase.ts"
    tool.currentFolder = tool.folder.path
    tool.folder.makeFolder("src")
    tool.folder.write(
      "initializeApp({apiKey: process.env.KEY, projectId: process.env.PROJECT})", to: "src/firebase.ts")
    tool.folder.write("KEY=AIzaOther\n", to: "src/.env")
    let here = tool.folder.path + "/.env"
    tool.folder.write("PROJECT=demo-acme\n", to: ".env")
    #expect(tool.run("init", path).errors.hasPrefix("error: \(path) takes its values from variables"))
    // A folder that sets none of them is none of the app's.
    tool.folder.write("PORT=1\n", to: "src/.env")
    tool.folder.write("KEY=AIzaMine\nPROJECT=demo-acme\n", to: ".env")
    #expect(tool.run("init", path).status == 0)
    #expect(try tool.state.profiles["demo-acme"]?.settings.apiKey == "AIzaMine")
    // A FIFO would never end.
    #expect(unlink(here) == 0 && mkfifo(here, 0o600) == 0)
    #expect(tool.run("init", path).status == 65)
  }

  @Test func aFlutterProjectsFoldersAreSearched() throws {
    tool.folder.makeFolder("lib")
    tool.folder.write(Self.dart, to: "lib/firebase_options.dart")
    #expect(tool.run("init", "--app", "web").status == 64)
    tool.folder.write("", to: "pubspec.yaml")
    #expect(tool.run("init", "--app", "web", "--field", "kind").output == "FirebaseOptions\n")
  }

  /// Whatever is put around and between, an app is found with its own values or not at all.
  @Test func aRandomTextNeverMixesApps() throws {
    var random = SplitMix(state: 48)
    var found = 0
    for _ in 0..<Size.of(2_000, long: 50_000) {
      let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        let number = Int.random(in: 1...3, using: &random)
        return Self.pieces.randomElement(using: &random)!.replacing("#", with: "\(number)")
      }.joined(separator: [" ", "\n", ",\n"].randomElement(using: &random)!)
      guard let file = try? Self.read(text) else { continue }
      found += 1
      for app in file.apps {
        #expect(app.apiKey?.last == app.projectID?.last, "\(text)")
      }
    }
    #expect(found > 200)
  }

  @Test func noTextTakesLong() {
    for part in [
      "{", "'", "\"", "\\'", "/*", "<", "<!--", "a=", "a: ", "apiKey:", " ", "&", "${", "`{", "-", "\n",
      "{\"a\":\"{", "buildConfigField(\"String\", \"API_KEY\", ",
    ] {
      let text = "x {" + String(repeating: part, count: 100_000 / part.utf8.count)
      for text in [text, String(text.dropFirst(3))] {
        let time = processorTime { _ = try? Self.read(text) }
        #expect(time < .seconds(4), "\(part)")
      }
    }
    let many = (0..<3_000).map { "A\($0)_API_KEY=AIza\($0)\nA\($0)_B_PROJECT_ID=p\n" }.joined()
    for text in [
      many, many.replacing("_B_", with: "_"),
      many.replacing("AIza", with: "${X").replacing("\n", with: "}\n"),
    ] {
      let time = processorTime { _ = try? Self.read(text) }
      #expect(time < .seconds(4))
    }
  }

  private static let pieces = [
    "const c# = {apiKey: 'AIza-#', projectId: 'acme-#'}", "APP#_API_KEY=AIza-#", "APP#_PROJECT_ID=acme-#",
    "{ apiKey: 'AIza-#' }", "{ projectId: 'acme-#' }", "f({projectId: \"acme-#\", x: {}, apiKey: `AIza-#`});",
    "// apiKey: 'AIza-#'", "it's", "{", "}", "(", "\"", "/*", "*/", "<p>", "https://a.example/#", "x = y ?",
    "\\",
    "FirebaseOptions(apiKey: 'AIza-#', projectId: 'acme-#')", "var V# = 'AIza-#'",
    "--dart-define=APP#_API_KEY=AIza-# --dart-define=APP#_PROJECT_ID=acme-#", "set APP#_API_KEY=AIza-#",
    "ENV APP#_PROJECT_ID acme-#", "- name: APP#_API_KEY\n  value: AIza-#", "- APP#_PROJECT_ID=acme-#",
    "| APP#_API_KEY | AIza-# |\n| APP#_PROJECT_ID | acme-# |",
    "buildConfigField(\"String\", \"APP#_API_KEY\", \"\\\"AIza-#\\\"\")", "b#['projectId'] = 'acme-#'",
    "# Heading", "\\\n", "b#['apiKey'] = env('X', 'AIza-#')",
    "{apiKey: V#, projectId: 'acme-#'}", "s#.apiKey = 'AIza-#'", "s#.projectID = 'acme-#'",
  ]

  // MARK: - The forms

  private static let members = """
      "apiKey": "AIzaSyWeb",
      authDomain: "acme-1234.firebaseapp.com",
      databaseURL: "https://acme-1234.firebaseio.com",
      projectId: "acme-1234",
      storageBucket: "acme-1234.appspot.com",
      messagingSenderId: "1234567890", // as a text
      appId: "1:1234567890:web:cccc",
    """

  private static let json =
    #""apiKey":"AIzaSyWeb","authDomain":"acme-1234.firebaseapp.com","projectId":"acme-1234","appId":"1:1234567890:web:cccc""#

  private static func environment(_ prefix: String, _ lineEnd: String = "\n") -> String {
    [
      "API_KEY=AIzaSyWeb", "AUTH_DOMAIN=acme-1234.firebaseapp.com", "PROJECT_ID=acme-1234",
      "MESSAGING_SENDER_ID=1234567890", "APP_ID=1:1234567890:web:cccc",
    ].map { prefix + $0 }.joined(separator: lineEnd)
  }

  /// As the console shows it.
  private static let page = """
    <!doctype html><html><body><div>Don't share (this</div><pre><code><span class="hljs-keyword">const</span> firebaseConfig = {
      <span class="hljs-attr">apiKey</span>: <span class="hljs-string">"AIzaSyWeb"</span>,<br>
      <span class="hljs-attr">authDomain</span>: <span class="hljs-string">"acme-1234.firebaseapp.com"</span>,<br>
      <span class="hljs-attr">projectId</span>: <span class="hljs-string">"acme-1234"</span>,<br>
      <span class="hljs-attr">appId</span>: <span class="hljs-string">"1:1234567890:web:cccc"</span>
    };</code></pre></body></html>
    """

  /// After the form that FlutterFire writes.
  private static let dart = """
    import 'package:firebase_core/firebase_core.dart' show FirebaseOptions;

    class DefaultFirebaseOptions {
      static FirebaseOptions get currentPlatform {
        switch (defaultTargetPlatform) {
          case TargetPlatform.linux:
            throw UnsupportedError('DefaultFirebaseOptions have not been configured for linux - '
              'you can reconfigure this by running the FlutterFire CLI again.');
        }
      }

      static const FirebaseOptions web = FirebaseOptions(
        apiKey: 'AIzaSyWeb',
        appId: '1:1234567890:web:cccc',
        messagingSenderId: '1234567890',
        projectId: 'acme-1234',
        authDomain: 'acme-1234.firebaseapp.com',
      );

      static const FirebaseOptions android = FirebaseOptions(
        apiKey: 'AIzaSyAndroid',
        appId: '1:1234567890:android:aaaa',
        messagingSenderId: '1234567890',
        projectId: 'acme-1234',
      );

      static const FirebaseOptions ios = FirebaseOptions(
        apiKey: 'AIzaSyApple',
        appId: '1:1234567890:ios:bbbb',
        messagingSenderId: '1234567890',
        projectId: 'acme-1234',
        iosClientId: '1234567890-abc.apps.googleusercontent.com',
        iosBundleId: 'com.example.acme',
      );

      static const FirebaseOptions macos = FirebaseOptions(
        apiKey: 'AIzaSyApple',
        appId: '1:1234567890:ios:bbbb',
        messagingSenderId: '1234567890',
        projectId: 'acme-1234',
        iosClientId: '1234567890-abc.apps.googleusercontent.com',
        iosBundleId: 'com.example.acme',
      );
    }
    """
}
