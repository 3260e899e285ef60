import AuthClient
import CommandKit
import Essentials
import Flows

/// A session in its own file, for another machine.
struct ExportedSession: Codable, Equatable {
  private var version = 1
  var endpoint: String
  var project: String
  var tenant: String?
  /// The API key, and the app's identity if the key is restricted to it.
  var app: ProfileSettings?
  var session: SavedSession

  init(_ session: SavedSession, of destination: Destination) {
    let binding = destination.binding
    endpoint = binding.endpoint
    project = binding.project
    tenant = binding.tenant
    if !destination.isEmbedded { app = destination.appOnly }
    self.session = session
  }

  var text: String { String(decoding: StateJSON.data(self), as: UTF8.self) }

  static func read(_ text: String, named name: String) throws(Diagnosis) -> ExportedSession {
    var exported: ExportedSession
    do throws(StateJSON.Malformed) {
      exported = try StateJSON.value(ExportedSession.self, from: Data(text.utf8))
    } catch {
      throw bad(name, error.reason)
    }
    // Read the claims from the token itself. Only our own state file is trusted about them.
    guard let token = try? IDToken(exported.session.tokens.idToken.text) else {
      throw bad(name, "session.id_token is not valid")
    }
    exported.session.user.tokens.idToken = token
    if let app = exported.app { try check(app, named: name) }
    return exported
  }

  /// Refuses settings that `profile set` would refuse.
  ///
  /// They become request headers, where a line break would start another header.
  private static func check(_ app: ProfileSettings, named name: String) throws(Diagnosis) {
    for setting in ProfileSetting.allCases {
      if let value = app[keyPath: setting.property], setting.value(of: value) == nil {
        throw bad(name, "\(setting.rawValue) must be \(setting.form)")
      }
    }
  }

  private static func bad(_ name: String, _ reason: Text) -> Diagnosis {
    Diagnosis(
      .badSession, "\(name) does not contain an exported session: \(reason)",
      hint: Hint("make one", template: ["usher", "session", "export", "FILE"]))
  }

  /// Refuses to send the session's tokens to another destination than their own.
  func refuseOtherDestination(than destination: Destination) throws(Diagnosis) {
    let binding = destination.binding
    guard endpoint == binding.endpoint, project == binding.project, tenant == binding.tenant else {
      throw Diagnosis(
        "auth/no-current-user", .notSignedIn, "this session belongs to \(endpoint), project \(project)",
        hint: "name them: \(["--endpoint", endpoint, "--project", project].shellLine)")
    }
  }
}

extension Destination {
  /// The key and the app's identity, which requests carry.
  fileprivate var appOnly: ProfileSettings {
    var app = ProfileSettings()
    app.apiKey = apiKey
    app.appID = settings.appID
    app.bundleID = settings.bundleID
    app.androidPackage = settings.androidPackage
    app.androidCertificate = settings.androidCertificate
    app.referer = settings.referer
    return app
  }
}
