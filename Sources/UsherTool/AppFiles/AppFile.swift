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
  }

  var kind: Kind
  /// The settings of each app in the file; never empty.
  var apps: [ProfileSettings]

  /// The usual names of such files.
  static let usualNames = [
    Kind.apple.rawValue, Kind.android.rawValue, "firebase-config.json", "firebaseConfig.json",
    "firebase-config.js", "firebaseConfig.js",
  ]

  /// - Parameter name: The file's name, for messages.
  static func read(_ data: Data, named name: Text) throws(Diagnosis) -> AppFile {
    do throws(AppFileProblem) {
      var file = try file(data)
      file.apps = try file.apps.map { app throws(AppFileProblem) in try checked(app) }
      return file
    } catch {
      throw Diagnosis(
        .badAppFile, Text("\(name) \(error.reason)"), hint: error.hint, retry: .newInput)
    }
  }

  private static func file(_ data: Data) throws(AppFileProblem) -> AppFile {
    if data.starts(with: Array("bplist".utf8)) {
      return AppFile(kind: .apple, apps: [try AppleAppFile.settings(data)])
    }
    guard let text = String(validating: data, as: UTF8.self), !data.contains(0) else {
      throw AppFileProblem("is neither text nor a property list")
    }
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    switch start.first {
    case nil: throw AppFileProblem("is empty")
    case "<": return AppFile(kind: .apple, apps: [try AppleAppFile.settings(data)])
    case "{":
      guard let json = JSONValue(json: start) else { break }
      if json["project_info"] != nil || json["client"] != nil {
        return AppFile(kind: .android, apps: try AndroidAppFile.settings(json))
      }
      return AppFile(kind: .web, apps: [try WebAppFile.settings(json)])
    default: break
    }
    return AppFile(kind: .web, apps: [try WebAppFile.settings(snippet: start)])
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

  init(_ reason: Text, hint: Hint? = nil) {
    self.reason = reason
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
