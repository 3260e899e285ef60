import AuthClient
import CommandKit
import Essentials
import Flows

/// A session in a file of its own, for another machine.
struct ExportedSession: Codable, Equatable {
  private var version = 1
  var endpoint: String
  var project: String
  var tenant: String?
  /// What the endpoint requires of an app: the key, and what it is restricted to.
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
    // Nobody but our own state file is believed what it says of a token.
    guard let token = try? IDToken(exported.session.tokens.idToken.text) else {
      throw bad(name, "session.id_token is not valid")
    }
    exported.session.user.tokens.idToken = token
    if let app = exported.app { try check(app, named: name) }
    return exported
  }

  /// What stands in a request's headers is held to what `profile set` takes: a line break in it would begin
  /// another header.
  private static func check(_ app: ProfileSettings, named name: String) throws(Diagnosis) {
    for setting in ProfileSetting.allCases {
      if let value = app[keyPath: setting.property], setting.value(of: value) == nil {
        throw bad(name, "\(setting.rawValue) must be \(setting.form)")
      }
    }
  }

  private static func bad(_ name: String, _ reason: String) -> Diagnosis {
    Diagnosis(
      .badSession, "\(name) does not contain an exported session: \(reason)",
      hint: Hint("make one", template: ["usher", "session", "export", "FILE"]), retry: .newInput)
  }

  /// A token never goes anywhere but where it came from.
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
  /// The key and the identity that requests carry.
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
