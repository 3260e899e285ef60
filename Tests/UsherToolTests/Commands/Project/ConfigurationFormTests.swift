import Essentials
import Flows
import TestSupport
import Testing

@testable import UsherTool

/// The configuration of an app in commands, build files, manifests and prose.
struct ConfigurationFormTests {
  private static func app(_ change: (inout ProfileSettings) -> Void = { _ in }) -> ProfileSettings {
    var app = ProfileSettings()
    app.apiKey = "AIzaSyWeb"
    app.projectID = "acme"
    change(&app)
    return app
  }

  private static func read(_ text: String, _ variables: [String: String] = [:]) throws -> AppFile {
    try AppFile.read(Data(text.utf8), named: "file") { [variables] }
  }

  static let commands: [String] = [
    "flutter run --dart-define=FIREBASE_API_KEY=AIzaSyWeb --dart-define=FIREBASE_PROJECT_ID=acme",
    "flutter run \\\n  --dart-define=FIREBASE_API_KEY=AIzaSyWeb \\\n  --dart-define=FIREBASE_PROJECT_ID=acme",
    "@echo off\nflutter run ^\n --dart-define=FIREBASE_API_KEY=AIzaSyWeb ^\n --dart-define=FIREBASE_PROJECT_ID=acme",
    "flutter run `\n --dart-define FIREBASE_API_KEY=AIzaSyWeb `\n --dart-define FIREBASE_PROJECT_ID=acme",
    "run:\n\tflutter run --dart-define=\"FIREBASE_API_KEY=AIzaSyWeb\" --dart-define='FIREBASE_PROJECT_ID=acme'",
    "run:\n\t@flutter run \\\n\t\t--dart-define=FIREBASE_API_KEY=AIzaSyWeb \\\n\t\t--dart-define=FIREBASE_PROJECT_ID=acme\n",
    "run: >-\n  flutter build web\n  --dart-define=FIREBASE_API_KEY=AIzaSyWeb\n  --dart-define=FIREBASE_PROJECT_ID=acme\n",
    "run: flutter build web --dart-define=FIREBASE_API_KEY=AIzaSyWeb --dart-define=FIREBASE_PROJECT_ID=acme\n",
    #"{"configurations":[{"name":"x","args":["--dart-define=FIREBASE_API_KEY=AIzaSyWeb","--dart-define=FIREBASE_PROJECT_ID=acme"]}]}"#,
    #"{"args":["--dart-define","FIREBASE_API_KEY=AIzaSyWeb","--dart-define","FIREBASE_PROJECT_ID=acme"]}"#,
    #"{"additionalArgs":"--dart-define=FIREBASE_API_KEY=AIzaSyWeb --dart-define=FIREBASE_PROJECT_ID=acme"}"#,
    "docker run -e FIREBASE_API_KEY=AIzaSyWeb -e FIREBASE_PROJECT_ID=acme image",
    "#define API_KEY \"AIzaSyWeb\"\n#define PROJECT_ID \"acme\"\n",
    "variable \"firebase_api_key\" {\n  type = string\n  default = \"AIzaSyWeb\"\n}\n\nvariable \"firebase_project_id\" {\n  default = \"acme\"\n}\n",
    "- (void)setUp {\n  NSString *apiKey = @\"AIzaSyWeb\";\n  NSString *projectID = @\"acme\";\n  options.APIKey = apiKey;\n  options.projectID = projectID;\n}\n",
    "// const firebaseConfig = {\n//   apiKey: 'AIzaSyWeb',\n//   projectId: 'acme',\n// };\nstart();\n",
    #"//  Credential = FromJson("{\r\n    \"apiKey\": \"AIzaSyWeb\",\r\n    \"projectId\": \"acme\"\r\n}");"#,
    "{\"cells\": [{\"source\": [\n  \"config = {\\n\",\n  \"  \\\"apiKey\\\": \\\"AIzaSyWeb\\\",\\n\",\n  \"  \\\"projectId\\\": \\\"acme\\\"\\n\",\n  \"}\"]}]}",
    "Project ID: acme\nProject number: 1\nDefault GCP resource location: nam5 (us-central)\nWeb API Key: AIzaSyWeb\n",
    "gcloud run deploy x --set-env-vars FIREBASE_API_KEY=AIzaSyWeb,FIREBASE_PROJECT_ID=acme",
    "./gradlew build -PfirebaseApiKey=AIzaSyWeb -PfirebaseProjectId=acme",
    "FIREBASE_API_KEY=AIzaSyWeb FIREBASE_PROJECT_ID=acme npm start",
    "set FIREBASE_API_KEY=AIzaSyWeb\r\nset FIREBASE_PROJECT_ID=acme\r\n",
    "@set \"FIREBASE_API_KEY=AIzaSyWeb\"\n@set \"FIREBASE_PROJECT_ID=acme\"",
    "set FIREBASE_API_KEY=AIzaSyWeb&& set FIREBASE_PROJECT_ID=acme",
    "setx FIREBASE_API_KEY AIzaSyWeb\nsetx FIREBASE_PROJECT_ID \"acme\" /M",
    "$env:FIREBASE_API_KEY = \"AIzaSyWeb\"\n$env:FIREBASE_PROJECT_ID = 'acme'",
    "$env:FIREBASE_API_KEY=\"AIzaSyWeb\"; $env:FIREBASE_PROJECT_ID='acme'",
    "export FIREBASE_API_KEY=AIzaSyWeb FIREBASE_PROJECT_ID=acme",
    "export FIREBASE_API_KEY=AIzaSyWeb; export FIREBASE_PROJECT_ID=acme",
    "set -x FIREBASE_API_KEY AIzaSyWeb\nset -gx FIREBASE_PROJECT_ID acme",
    "FROM node AS build\nENV FIREBASE_API_KEY=AIzaSyWeb FIREBASE_PROJECT_ID=acme\n",
    "FROM node\nENV FIREBASE_API_KEY=AIzaSyWeb \\\n    FIREBASE_PROJECT_ID=\"acme\"\n",
    "FROM node\nENV FIREBASE_API_KEY AIzaSyWeb\nENV FIREBASE_PROJECT_ID acme\n",
    "FROM node\nARG FIREBASE_API_KEY=AIzaSyWeb\nARG FIREBASE_PROJECT_ID=acme\n",
    "FIREBASE_API_KEY := AIzaSyWeb\nFIREBASE_PROJECT_ID ?= \"acme\"",
  ]

  static let files: [String] = [
    "services:\n  web:\n    environment:\n      FIREBASE_API_KEY: AIzaSyWeb\n      FIREBASE_PROJECT_ID: acme\n",
    "services:\n  web:\n    image: x\n    environment:\n      - FIREBASE_API_KEY=AIzaSyWeb\n      - FIREBASE_PROJECT_ID=acme\n",
    "services:\n  web:\n    environment:\n    - \"FIREBASE_API_KEY=AIzaSyWeb\"\n    - 'FIREBASE_PROJECT_ID=acme'\n",
    "environment:\n  - FIREBASE_API_KEY=${FIREBASE_API_KEY:-AIzaSyWeb}\n  - FIREBASE_PROJECT_ID=${FIREBASE_PROJECT_ID-acme}\n",
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata:\n  FIREBASE_API_KEY: AIzaSyWeb\n  FIREBASE_PROJECT_ID: \"acme\"\n",
    "containers:\n  - name: web\n    image: x\n    env:\n      - name: FIREBASE_API_KEY\n        value: AIzaSyWeb\n      - name: FIREBASE_PROJECT_ID\n        value: \"acme\"\n",
    #"{"environment":[{"name":"FIREBASE_API_KEY","value":"AIzaSyWeb"},{"name":"FIREBASE_PROJECT_ID","value":"acme"}]}"#,
    "env:\n  FIREBASE_API_KEY: AIzaSyWeb\n  FIREBASE_PROJECT_ID: acme\njobs:\n  build:\n    runs-on: ubuntu-latest\n",
    "jobs:\n  build:\n    steps:\n      - name: Build\n        run: npm run build\n        env:\n          VITE_FIREBASE_API_KEY: AIzaSyWeb\n          VITE_FIREBASE_PROJECT_ID: acme\n",
    "// Debug\n#include \"Base.xcconfig\"\nFIREBASE_API_KEY = AIzaSyWeb\nFIREBASE_PROJECT_ID = acme\n",
    "android {\n  defaultConfig {\n    buildConfigField(\"String\", \"FIREBASE_API_KEY\", \"\\\"AIzaSyWeb\\\"\")\n    buildConfigField(\"String\", \"FIREBASE_PROJECT_ID\", \"\\\"acme\\\"\")\n  }\n}",
    "android {\n  defaultConfig {\n    buildConfigField \"String\", \"FIREBASE_API_KEY\", '\"AIzaSyWeb\"'\n    buildConfigField 'String', 'FIREBASE_PROJECT_ID', \"\\\"acme\\\"\"\n  }\n}",
    "defaultConfig {\n  resValue(\"string\", \"firebase_api_key\", \"AIzaSyWeb\")\n  resValue \"string\", \"firebase_project_id\", \"acme\"\n}",
    "manifestPlaceholders[\"firebaseApiKey\"] = \"AIzaSyWeb\"\nmanifestPlaceholders[\"firebaseProjectId\"] = \"acme\"",
    "manifestPlaceholders = [firebaseApiKey: \"AIzaSyWeb\", firebaseProjectId: 'acme']",
    "manifestPlaceholders += mapOf(\"firebaseApiKey\" to \"AIzaSyWeb\", \"firebaseProjectId\" to \"acme\")",
    "firebase_project: acme\nfirebase_api_key: AIzaSyWeb\n",
    "firebase:\n  project: acme\n  apiKey: AIzaSyWeb\n",
    "projectId: acme\napiKey: AIzaSyWeb\n", "{apiKey: AIzaSyWeb, projectId: \"acme\"}",
    "[firebase]\napi_key = \"AIzaSyWeb\"\nproject_id = \"acme\"\n",
    "firebase = { api_key = \"AIzaSyWeb\", project_id = \"acme\" }",
    "# Firebase\nfirebase.api.key=AIzaSyWeb\nfirebase.project.id=acme\n",
    "firebase.api-key = AIzaSyWeb\nfirebase.project-id = acme\n",
    "firebase.apiKey: AIzaSyWeb\nfirebase.projectId: acme\n",
    "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>FirebaseAPIKey</key><string>AIzaSyWeb</string>\n<key>UIThing</key><true/>\n<key>FirebaseProjectID</key>\n<string>acme</string></dict></plist>",
    "config['apiKey'] = 'AIzaSyWeb'\nconfig['projectId'] = 'acme'",
  ]

  static let prose: [String] = [
    "Project ID: acme\nAPI Key: AIzaSyWeb",
    "Hello,\n\nProject ID: acme.\nWeb API Key: AIzaSyWeb\n\nThanks, it's urgent",
    "Project ID: acme, API Key: AIzaSyWeb",
    "Project ID: acme\nWeb API Key AIzaSyWeb1\n".replacing("Web1", with: "Web"),
    "Project name\nAcme\n\nProject ID\nacme\nProject number\n123\nWeb API Key\nAIzaSyWeb\n",
    "- **Project ID:** acme\n- **API key:** `AIzaSyWeb`", "* Project ID: acme\n* API key: AIzaSyWeb",
    "1. Project ID: `acme`\n2. API key: `AIzaSyWeb`", "- `projectId`: `acme`\n- `apiKey`: `AIzaSyWeb`",
    "* projectId: acme\n* apiKey: AIzaSyWeb", "- Project ID – acme\n- Web API Key – AIzaSyWeb",
    "> Project ID: acme\n> API Key: AIzaSyWeb", "## Firebase\n\nProject ID: acme\nAPI Key: AIzaSyWeb",
    "| Project ID | acme |\n| --- | --- |\n| API Key | AIzaSyWeb |\n",
    "| Setting | Value |\n|---|---|\n| Project ID | `acme` |\n| Web API Key | `AIzaSyWeb` |\n",
    "| App | Project ID | API Key |\n|:--|---|---|\n| web app | acme | AIzaSyWeb |\n",
    "Settings:\n\n| projectId | apiKey |\n|---|---|\n| acme | AIzaSyWeb |\n",
  ]

  static let defaults: [String] = [
    "f({apiKey: getEnv('X', \"AIzaSyWeb\"), projectId: getEnv('Y', 'acme')})",
    "const c = {apiKey: process.env.X || \"AIzaSyWeb\", projectId: process.env.Y ?? 'acme'}",
    "const c = {apiKey: process.env.X ||\n  \"AIzaSyWeb\", projectId: process.env.Y ?? process.env.Z ?? 'acme'}",
    "c = {'api_key': os.environ.get(\"X\", \"AIzaSyWeb\"), 'project_id': os.getenv('Y', default='acme')}",
    "c = {'api_key': os.environ.get(\"X\") or \"AIzaSyWeb\", 'project_id': os.getenv('Y') or 'acme'}",
    "API_KEY = os.environ.get(\"X\", \"AIzaSyWeb\")\nPROJECT_ID = os.environ.get(\"Y\", \"acme\")",
    "FirebaseOptions(apiKey: String.fromEnvironment('X', defaultValue: 'AIzaSyWeb'), projectId: const String.fromEnvironment(\"Y\", defaultValue: \"acme\"))",
    "val o = f(apiKey = System.getenv(\"X\") ?: \"AIzaSyWeb\", projectId = System.getenv(\"Y\") ?: \"acme\")",
    "['api_key' => env('X', 'AIzaSyWeb'), 'project_id' => env('Y', 'acme')]",
    "const c = {apiKey: `${process.env.X || 'AIzaSyWeb'}`, projectId: `${process.env.Y ?? 'acme'}`}",
    "firebase:\n  api-key: ${X:AIzaSyWeb}\n  project-id: ${Y:acme}\n",
  ]

  @Test(arguments: commands + files + prose + defaults) func theAppIsFound(_ text: String) throws {
    #expect(try Self.read(text).apps == [Self.app()])
    #expect(
      try Self.read(text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")).apps == [Self.app()])
  }

  @Test func aBinaryPropertyListOfAnAppsOwnIsRead() throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let list = ["FirebaseAPIKey": "AIzaSyWeb", "FirebaseProjectID": "acme", "UIThing": "x"]
    #expect(try AppFile.read(encoder.encode(list), named: "file").apps == [Self.app()])
  }

  @Test func anAndroidAppIsFoundInItsResources() throws {
    let values = """
      <?xml version="1.0" encoding="utf-8"?>
      <resources>
        <string name="default_web_client_id" translatable="false">1-a.apps.googleusercontent.com</string>
        <string name="gcm_defaultSenderId" translatable="false">1234567890</string>
        <string name="google_api_key" translatable="false">AIzaSyWeb</string>
        <string name="google_app_id" translatable="false">1:1234567890:android:aaaa</string>
        <string name="google_crash_reporting_api_key" translatable="false">AIzaSyOther</string>
        <string name="project_id" translatable="false">acme</string>
      </resources>
      """
    let file = try Self.read(values)
    #expect(file.kind == .options)
    #expect(file.apps == [Self.app { $0.appID = "1:1234567890:android:aaaa" }])
    // Without an app's id, it can be a key for Gemini.
    #expect(throws: Diagnosis.self) { try Self.read("GOOGLE_API_KEY=AIzaSyWeb\nPROJECT_ID=acme") }
  }

  /// What is between the values, and is of no app, does not part them.
  @Test(arguments: [
    "Project ID: acme\nProject name: Acme\nProject number: 123\nWeb API Key: AIzaSyWeb",
    "# Firebase\nFIREBASE_API_KEY=AIzaSyWeb\n\n# The project's id\nFIREBASE_PROJECT_ID=acme\n",
    "FIREBASE_API_KEY=AIzaSyWeb\n# FIREBASE_APP_ID=1:1:web:1\n#\nFIREBASE_PROJECT_ID=acme\n",
    "const API_KEY = 'AIzaSyWeb';\ninitialize(x);\nconst PROJECT_ID = 'acme';\n",
    "// Production\nconst c = {\n  // See https://a.example for more\n  apiKey: 'AIzaSyWeb',\n  // This is public\n  projectId: 'acme' }",
    "const API_KEY =\n  'AIzaSyWeb';\nconst PROJECT_ID =\n  'acme';\n",
    "apiKey: AIzaSyWeb\nother:\n  a: b\ntitle: what it is\nprojectId: acme\n",
    "FROM node\nENV API_KEY=AIzaSyWeb\nRUN npm ci\nENV PROJECT_ID=acme\n",
    "from os import environ\nAPI_KEY = 'AIzaSyWeb'\nPROJECT_ID = 'acme'\n",
    "enum Keys: String {\n case apiKey = \"AIzaSyWeb\"\n case projectId = \"acme\"\n}",
    "projectId: acme\nWeb API Key: AIzaSyWeb",
  ])
  func whatNamesNoOtherAppPartsNothing(_ text: String) throws {
    #expect(try Self.read(text).apps == [Self.app()])
  }

  @Test(arguments: defaults) func aVariableComesBeforeItsDefault(_ text: String) throws {
    #expect(try Self.read(text, ["Y": "other"]).apps.map(\.projectID) == ["other"])
  }

  /// The key of one app never gets the project of another.
  @Test(arguments: [
    "flutter run --dart-define=API_KEY=AIza1\nflutter run --dart-define=PROJECT_ID=acme",
    "Staging:\n--dart-define=API_KEY=AIza1\nProduction:\n--dart-define=PROJECT_ID=acme",
    #"{"a":{"args":["--dart-define=API_KEY=AIza1"]},"b":{"args":["--dart-define=PROJECT_ID=acme"]}}"#,
    "FROM a AS staging\nENV API_KEY=AIza1\nFROM a AS production\nENV PROJECT_ID=acme\n",
    "services:\n  a:\n    environment:\n      - API_KEY=AIza1\n  b:\n    environment:\n      - PROJECT_ID=acme\n",
    "containers:\n  - name: a\n    env:\n      - name: API_KEY\n        value: AIza1\n  - name: b\n    env:\n      - name: PROJECT_ID\n        value: acme\n",
    "- apiKey: AIza1\n- projectId: acme\n",
    "flavors {\n staging { buildConfigField(\"String\", \"API_KEY\", \"\\\"AIza1\\\"\") }\n production { buildConfigField(\"String\", \"PROJECT_ID\", \"\\\"acme\\\"\") }\n}",
    "staging[\"apiKey\"] = \"AIza1\"\nproduction[\"projectId\"] = \"acme\"",
    "# Staging\nAPI Key: AIza1\n# Production\nProject ID: acme",
    "Staging\n\nAPI Key: AIza1\n\nProduction\n\nProject ID: acme",
    "Staging:\n- API Key: AIza1\n\nProduction:\n- Project ID: acme",
    "| | Staging | Production |\n|---|---|---|\n| API Key | AIza1 | |\n| Project ID | | acme |\n",
    "| App | API Key | Project ID |\n|---|---|---|\n| a | AIza1 | |\n| b | | acme |\n",
    "<dict><key>Staging</key><dict><key>ApiKey</key><string>AIza1</string></dict><key>Production</key><dict><key>ProjectID</key><string>acme</string></dict></dict>",
    "apiKey: AIza1\n---\nprojectId: acme",
    "firebase.api-key: AIza1\n---\nfirebase.project-id: acme\n",
    "firebase.api-key=AIza1\n#---\nfirebase.project-id=acme\n",
    "# Staging\napiKey: AIza1\n# Production\nprojectId: acme",
    "// Staging\nconst apiKey = 'AIza1'\n// Production\nconst projectId = 'acme'",
    "/* Staging */\nconst apiKey = 'AIza1'\n/*\n * Production\n */\nconst projectId = 'acme'",
    "; Staging\napi_key=AIza1\n; Production\nproject_id=acme",
    "# Разработка\napiKey: AIza1\n# Другое\nprojectId: acme",
    "API_KEY=AIza1\n# App 2\nPROJECT_ID=acme", "API_KEY=AIza1\n=== Production ===\nPROJECT_ID=acme",
    "Staging:\napiKey: AIza1\nProduction:\nprojectId: acme",
    "staging:\n  name: x\n  API Key: AIza1\nproduction:\n  name: y\n  Project ID: acme",
    "## Staging\n```\nAPI_KEY=AIza1\n```\n## Production\n```\nPROJECT_ID=acme\n```\n",
    "## Staging\n```js\nconst apiKey = 'AIza1';\n```\n## Production\n```js\nconst projectId = 'acme';\n```\n",
    "```\nAPI_KEY=AIza1\n```\n```\nPROJECT_ID=acme\n```\n",
    "<h2>Staging</h2>\n<pre>\nAPI_KEY=AIza1\n</pre>\n<h2>Production</h2>\n<pre>\nPROJECT_ID=acme\n</pre>",
    "note = :(\n# Staging\napiKey: 'AIza1'\n# Production\nprojectId: 'acme'",
    "[a]\nAPI Key: AIza1\n[b]\nProject ID: acme",
    "staging:\n\texport API_KEY=AIza1\nproduction:\n\texport PROJECT_ID=acme\n",
    "case $1 in\nstaging)\n  export API_KEY=AIza1\n  ;;\nproduction)\n  export PROJECT_ID=acme\n  ;;\nesac\n",
    "case $1 in\nstaging) export API_KEY='AIza1' ;;\nproduction) export PROJECT_ID='acme' ;;\nesac\n",
    "if [ $1 = a ]; then\n  export API_KEY=AIza1\nelse\n  export PROJECT_ID=acme\nfi\n",
    "ifeq ($(E),a)\nexport API_KEY = AIza1\nelse\nexport PROJECT_ID = a-cme\nendif\n",
    "[ $1 = a ] && export API_KEY=AIza1 || export PROJECT_ID=acme",
    ":staging\r\nset API_KEY=AIza1\r\ngoto end\r\n:production\r\nset PROJECT_ID=acme\r\n",
    "from a\nENV API_KEY=AIza1\nfrom b\nENV PROJECT_ID=acme\n",
    "from a as x\nENV API_KEY=AIza1\nfrom b as y\nENV PROJECT_ID=acme\n",
    "switch (e) {\n case 'a': apiKey = 'AIza1'; break;\n case 'b': projectId = 'acme'; break;\n}",
    "switch (e) {\n case 'a': apiKey = 'AIza1'; break;\n default: projectId = 'acme'; break;\n}",
    "enum S {\n // Staging\n static let apiKey = \"AIza1\"\n // MARK: - Production\n static let projectId = \"acme\"\n}",
    "struct S {\n #if DEBUG\n let apiKey = \"AIza1\"\n #else\n let projectId = \"acme\"\n #endif\n}",
    "if (a) apiKey = 'AIza1'; else projectId = 'acme';",
    "#if DEBUG\nlet apiKey = \"AIza1\"\n#else\nlet projectId = \"acme\"\n#endif\n",
    "env: staging\n--dart-define=API_KEY=AIza1\nenv: production\n--dart-define=PROJECT_ID=acme",
    "--dart-define=API_KEY=AIza1\n\n--dart-define=PROJECT_ID=acme",
    "--dart-define=API_KEY=AIza1\nProject ID: acme", "API Key: AIza1\n--dart-define=PROJECT_ID=acme",
    "The staging environment of our app\nAPI Key: AIza1\n\nThe production environment of our app\nProject ID: acme",
    "Staging\nAPI Key: AIza1\nProduction\nProject ID: acme",
    "(Staging)\nAPI Key: AIza1\n(Production)\nProject ID: acme",
    "- Staging\n  - API Key: AIza1\n- Production\n  - Project ID: acme",
    "Environment: staging\nAPI Key: AIza1\nEnvironment: production\nProject ID: acme",
    "Project name: a\nAPI Key: AIza1\nProject name: b\nProject ID: acme",
    "API Key: AIza1\n> Project ID: acme", "> API Key: AIza1\n> > Project ID: acme",
    "run\n--dart-define=KEY=AIza1\n\nf({apiKey: KEY, projectId: 'acme'})",
    "| KEY | AIza1 |\n\nf({apiKey: KEY, projectId: 'acme'})",
    "apiKey: 'AIza1'\n// projectId: 'acme'\n", "// apiKey: 'AIza1'\n// ---\n// projectId: 'acme'\n",
    "// # Staging\n// API_KEY=AIza1\n// # Production\n// PROJECT_ID=acme\n",
    "f() {\n  let apiKey = 'AIza1'\n}\ng(apiKey) {\n  start({ apiKey: apiKey, projectId: 'acme' })\n}\n",
    "#define API_KEY \"AIza1\"\n#define FIREBASE_PROJECT_ID \"acme\"\n",
    "GOOGLE_API_KEY=AIza1\nPROJECT_ID=acme\nAPP_ID=myapp",
    "staging.api.key=AIza1\nproduction.project.id=acme", "GEMINI_API_KEY=AIza1\nFIREBASE_PROJECT_ID=acme",
    "firebase:\n  project: acme\nmaps:\n  apiKey: AIza1\n", "MAPS_API_KEY=AIza1\nGCLOUD_PROJECT=acme",
    "API_KEY=$A-$B\nPROJECT_ID=acme", "API_KEY=${A}${B}\nPROJECT_ID=acme",
    "class Settings:\n    api_key: str\n    project_id: str\n", "api_key: str\nproject_id: str\n",
    "type Settings struct {\n  APIKey string\n  ProjectID string\n}\n",
    "interface Settings { apiKey: string; projectId: string }",
  ])
  func whatDoesNotBelongTogetherIsNotPut(_ text: String) {
    #expect(throws: Diagnosis.self, "\(text)") { try Self.read(text) }
  }

  /// In whatever form the values are, and whatever begins what is of another app.
  @Test(arguments: [
    "---", "***", "# Production", "#Production", "## Production", "Production", "Production:",
    "Production (new):", "Production, which is live.", "**Production**", "- Production", "1. Production",
    "=== Production ===", "-- Production --", "// Production", "/* Production */", "/*\n Production\n*/",
    "<!-- Production -->", "<h2>Production</h2>", "; Production", "rem Production", ":: Production",
    "[production]", "from b", "FROM b AS production", "else", "else:", "elif [ $A = b ]; then",
    "production)", "  'production')", ":production", "The production environment of our app", "```\n```",
    "Production\n", "\nProduction\n", "\n\nProduction:\n\n", "生产", "> Production", "if prod", "# Firebase",
    "# App A", "# Maps", "Firebase", "# API keys", "Firebase configuration:",
    "(Production)", "\"Production\"", "Note: this is production", "$ cat production.env",
    "==> production.env <==",
    "production.env", "+++ b/production.env", "[production](https://a.example)", "@production",
    "| Production |", "* * *", "<hr>", "Production!", "Production?", "Production →", "🚀 Production", "2. App",
    ";;\n*)",
    "#else",
  ])
  func whateverIsBetweenPartsTwoApps(_ section: String) {
    let forms: [(String, String)] = [
      ("API_KEY=AIza1", "PROJECT_ID=acme"), ("API_KEY='AIza1'", "PROJECT_ID=\"acme\""),
      ("export API_KEY=AIza1", "export PROJECT_ID=acme"), ("set API_KEY=AIza1", "set PROJECT_ID=acme"),
      ("setx API_KEY AIza1", "setx PROJECT_ID acme"), ("ENV API_KEY AIza1", "ENV PROJECT_ID acme"),
      ("apiKey: AIza1", "projectId: acme"), ("apiKey: 'AIza1'", "projectId: 'acme'"),
      ("const apiKey = 'AIza1';", "const projectId = 'acme';"), ("API Key: AIza1", "Project ID: acme"),
      ("- **API key:** `AIza1`", "- **Project ID:** `acme`"), ("API Key\nAIza1", "Project ID\nacme"),
      ("--dart-define=API_KEY=AIza1", "--dart-define=PROJECT_ID=acme"),
      ("firebase.api-key=AIza1", "firebase.project-id=acme"),
    ]
    for (key, _) in forms {
      for (_, project) in forms {
        for text in ["\(key)\n\(section)\n\(project)\n", "\(project)\n\(section)\n\(key)\n"] {
          #expect(throws: Diagnosis.self, "\(text)") { try Self.read(text) }
        }
      }
    }
  }

  @Test func resourcesInAComment() throws {
    let text = """
      plugins { id("a") }
      //<resources>
      //<string name="google_api_key">AIzaSyWeb</string>
      //<string name="google_app_id">1:1:android:1</string>
      //<string name="project_id">acme</string>
      //</resources>
      """
    #expect(try Self.read(text).apps == [Self.app { $0.appID = "1:1:android:1" }])
  }

  /// The usual domain of sign-ins has the name of the project.
  @Test func aProjectThatOnlyTheDomainNames() throws {
    let app = try #require(try Self.read("apiKey: AIza1\nauthDomain: acme.firebaseapp.com\n").apps.first)
    #expect((app.projectID, app.authDomain) == ("acme", "acme.firebaseapp.com"))
    #expect(throws: Diagnosis.self) { try Self.read("apiKey: AIza1\nauthDomain: login.acme.example\n") }
  }

  @Test func severalAppsAreSeveral() throws {
    for text in [
      "# Staging\nProject ID: one\nAPI Key: AIza1\n# Production\nProject ID: two\nAPI Key: AIza2",
      "| | Staging | Production |\n|---|---|---|\n| API Key | AIza1 | AIza2 |\n| Project ID | one | two |\n",
      "| App | API Key | Project ID |\n|---|---|---|\n| a | AIza1 | one |\n| b | AIza2 | two |\n",
      "flutter run --dart-define=API_KEY=AIza1 --dart-define=PROJECT_ID=one\nflutter run --dart-define=API_KEY=AIza2 --dart-define=PROJECT_ID=two",
    ] {
      let apps = try Self.read(text).apps
      #expect(apps.map(\.apiKey) == ["AIza1", "AIza2"], "\(text)")
      #expect(apps.map(\.projectID) == ["one", "two"], "\(text)")
    }
  }

  /// A literal is never called a variable.
  @Test(arguments: [
    ("API_KEY=$KEY\nPROJECT_ID=acme", "takes its values from variables that no .env file sets: KEY"),
    ("set API_KEY=%KEY%\nset PROJECT_ID=acme", "takes its values from variables that no .env file sets: KEY"),
    (
      "flutter run --dart-define=API_KEY=$KEY --dart-define=PROJECT_ID=acme",
      "takes its values from variables that no .env file sets: KEY"
    ),
    (
      "env:\n  API_KEY: ${{ secrets.KEY }}\n  PROJECT_ID: acme\n",
      "takes its values from variables that no .env file sets: KEY"
    ),
    ("API_KEY = $(KEY)\nPROJECT_ID = acme", "takes its values from variables that no .env file sets: KEY"),
    ("flutter run --dart-define=API_KEY=AIza1", "lacks the project's id"),
    ("flutter run --dart-define=PROJECT_ID=acme", "lacks the API key"),
    ("Project ID: acme", "lacks the API key"), ("Web API Key: AIza1", "lacks the project's id"),
    (
      "[a]\napi_key=AIza1\napp_id=1:2:web:3\n[b]\nproject_id=acme\nauth_domain=x.com",
      "has an API key (api_key) and a project's id (project_id) that may be of two apps"
    ),
    (
      "# Staging\nAPI Key: AIza1\n# Production\nProject ID: acme",
      "has an API key (API Key) and a project's id (Project ID) that may be of two apps"
    ),
  ])
  func whatIsMissingIsToldTruly(_ text: String, problem: String) {
    #expect {
      try Self.read(text)
    } throws: {
      ($0 as? Diagnosis)?.message.english == "file " + problem
    }
  }

  @Test func noTextTakesLong() {
    for part in [
      "| a ", "|a|\n", "- A=b\n", "a \\\n", "x ^\n", "--a=b ", "-e A=b,", "Project ID: a\n", "a: ", "<key>",
      "<string name=\"", "<string name=\"a\">", "<dict>", "\"A=b\" ", "ENV a ", "${a:-", "Project ID\n",
      "$env:",
      "String\", \"", "a[\"b\"] = ", "FROM a\n", "# a\nAPI Key: b\n", "process.env.X || ",
      "buildConfigField(\"String\", \"API_KEY\", ", "a:\n", "a\n", "a: b c\n", "/*\n", "> ", ">\n",
      "case a: ", "else a ",
    ] {
      let text = String(repeating: part, count: 20_000 / part.utf8.count)
      for text in [text, "apiKey: " + text] {
        let time = processorTime { _ = try? Self.read(text) }
        #expect(time < .seconds(2), "\(part)")
      }
    }
  }
}
