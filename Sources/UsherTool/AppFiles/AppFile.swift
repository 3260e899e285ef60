import CommandKit
import Essentials
import Flows
import IdentityToolkit

/// An app's configuration file from the Firebase console.
struct AppFile: Equatable {
  enum Kind: String {
    case apple = "GoogleService-Info.plist"
    case android = "google-services.json"
    case web = "web configuration"
    /// Code with `FirebaseOptions` of an Apple or Android app, as of FlutterFire.
    case options = "FirebaseOptions"
  }

  var kind: Kind
  /// The settings of each app in the file; never empty.
  var apps: [ProfileSettings]

  /// The usual names of such files.
  static let usualNames = [
    Kind.apple.rawValue, Kind.android.rawValue, "firebase-config.json", "firebaseConfig.json",
    "firebase-config.js", "firebaseConfig.js", "firebase-config.ts", "firebaseConfig.ts",
    "firebase_options.dart",
  ]

  /// The folders of a Flutter project that have such files.
  static let flutterFolders = ["lib", "android/app", "ios/Runner", "macos/Runner", "web"]

  /// - Parameters:
  ///   - name: The file's name, for messages.
  ///   - variables: Returns the variables that files set, by folder, the nearest first. The text may name them in place
  ///     of values, all of one folder.
  static func read(
    _ data: Data, named name: Text, variables: () -> [[String: String]] = { [] }
  ) throws(Diagnosis) -> AppFile {
    do throws(AppFileProblem) {
      return try file(data, variables)
    } catch {
      throw Diagnosis(.badAppFile, Text("\(name) \(error.reason)"), hint: error.hint)
    }
  }

  private static func file(_ data: Data, _ variables: () -> [[String: String]]) throws(AppFileProblem)
    -> AppFile
  {
    if data.starts(with: Array("bplist".utf8)) {
      return try list(data) { () throws(AppFileProblem) in
        try WebAppFile.apps(in: AppleAppFile.texts(data), variables: variables)
      }
    }
    guard let text = String(validating: data, as: UTF8.self), !data.contains(0) else {
      throw AppFileProblem("is neither text nor a property list")
    }
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    switch start.first {
    case nil: throw AppFileProblem("is empty")
    case "<" where start.firstRange(of: "<plist") != nil:
      return try list(data) { () throws(AppFileProblem) in
        try WebAppFile.apps(in: String(start), variables: variables)
      }
    case "{":
      guard let json = JSONValue(json: start) else { break }
      guard json["type"]?.string != "service_account" else {
        throw AppFileProblem(
          "is the key of a service account, and usher does not need one",
          hint: "keep it secret, and use the configuration file of an app")
      }
      if json["project_info"] != nil || json["client"] != nil {
        return try AppFile(.android, AndroidAppFile.settings(json))
      }
    default: break
    }
    let apps = try WebAppFile.apps(in: String(start), variables: variables)
    // A text can have examples beside the real settings.
    let valid = apps.filter { (try? Self.checked($0)) != nil }
    return try AppFile(apps.contains(where: isOfApp) ? .options : .web, valid.isEmpty ? apps : valid)
  }

  /// - Parameter ownApps: Reads a property list of an app's own, which can have the settings under other names.
  private static func list(
    _ data: Data, ownApps: () throws(AppFileProblem) -> [ProfileSettings]
  ) throws(AppFileProblem) -> AppFile {
    do throws(AppFileProblem) {
      return try AppFile(.apple, [AppleAppFile.settings(data)])
    } catch {
      guard error == AppleAppFile.isAnotherList, let apps = try? ownApps() else { throw error }
      return try AppFile(apps.contains(where: isOfApp) ? .options : .web, apps)
    }
  }

  /// Whether `app` is not one of the web.
  private static func isOfApp(_ app: ProfileSettings) -> Bool {
    [":ios:", ":android:"].contains { app.appID?.firstRange(of: $0) != nil }
  }

  private init(_ kind: Kind, _ apps: [ProfileSettings]) throws(AppFileProblem) {
    self.kind = kind
    self.apps = try apps.map { app throws(AppFileProblem) in try Self.checked(app) }
  }

  /// Returns `app` if it has the settings that every file must have, in a valid form.
  private static func checked(_ app: ProfileSettings) throws(AppFileProblem) -> ProfileSettings {
    guard let key = app.apiKey, let project = app.projectID else {
      throw AppFileProblem(missing: app.apiKey == nil ? "the API key" : "the project's id")
    }
    guard ProjectID.isID(project) else {
      throw AppFileProblem("does not contain a project id but '\(project)'")
    }
    guard !key.isEmpty, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw AppFileProblem("does not contain a valid API key")
    }
    for setting in ProfileSetting.allCases {
      guard let value = app[keyPath: setting.property] else { continue }
      guard setting.value(of: value) != nil else {
        throw AppFileProblem("does not contain a valid \(setting.rawValue)")
      }
    }
    return app
  }
}

/// The reason why a file is not an app's configuration file; it completes a sentence that begins with the file's name.
struct AppFileProblem: Error, Equatable {
  var reason: Text
  var hint: Hint?
  /// Whether the file may have what is needed, of more than one app.
  var isAmbiguous = false

  init(_ reason: Text, hint: Hint? = nil, isAmbiguous: Bool = false) {
    self.reason = reason
    self.isAmbiguous = isAmbiguous
    self.hint =
      hint ?? "get the file in the Firebase console, under Project settings > General > Your apps"
  }

  init(missing what: Text) {
    self.init("lacks \(what)")
  }
}

/// The format of `google-services.json`, which can describe several apps.
enum AndroidAppFile {
  static func settings(_ json: JSONValue) throws(AppFileProblem) -> [ProfileSettings] {
    guard let project = json["project_info"]?["project_id"]?.string else {
      throw AppFileProblem(missing: Text(verbatim: "project_info.project_id"))
    }
    guard let clients = json["client"]?.array, !clients.isEmpty else {
      throw AppFileProblem(missing: "the list of apps (client)")
    }
    return try clients.enumerated().map { index, client throws(AppFileProblem) in
      guard let key = client["api_key"]?.array?.compactMap({ $0["current_key"]?.string }).first else {
        throw AppFileProblem(missing: Text(verbatim: "client[\(index)].api_key"))
      }
      let info = client["client_info"]
      var settings = ProfileSettings()
      settings.projectID = project
      settings.apiKey = key
      settings.appID = info?["mobilesdk_app_id"]?.string
      settings.androidPackage = info?["android_client_info"]?["package_name"]?.string
      let clients = client["oauth_client"]?.array ?? []
      let android = clients.first { $0["client_type"]?.integer == 1 }
      settings.clientID = (clients.first { $0["client_type"]?.integer == 3 } ?? android)?["client_id"]?.string
      settings.androidCertificate = android?["android_info"]?["certificate_hash"]?.string
        .flatMap(ProfileSetting.androidCertificate.value)
      return settings
    }
  }
}
