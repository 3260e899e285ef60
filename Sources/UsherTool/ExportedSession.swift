import Essentials

/// A session in a file of its own, for another machine.
struct ExportedSession: Codable, Equatable {
  private var version = 1
  var endpoint: String
  var project: String
  var tenant: String?
  /// What the endpoint wants of an app: the key, and what it is restricted to.
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
    do throws(StateJSON.Malformed) {
      return try StateJSON.value(ExportedSession.self, from: Data(text.utf8))
    } catch {
      throw Diagnosis(
        "usher/bad-session", .data, "\(name) holds no exported session: \(error.reason)",
        hint: "usher session export makes one", retry: .newInput)
    }
  }

  /// A token never goes anywhere but where it came from.
  func refuseOtherDestination(than destination: Destination) throws(Diagnosis) {
    let binding = destination.binding
    guard endpoint == binding.endpoint, project == binding.project, tenant == binding.tenant else {
      throw Diagnosis(
        "auth/no-current-user", .notSignedIn, "that session belongs to \(endpoint), project \(project)",
        hint: "name them: " + ["--endpoint", endpoint, "--project", project].shellLine)
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
