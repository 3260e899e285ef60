import Essentials

/// A session in a file of its own, for another machine.
struct ExportedSession: Codable, Equatable {
  private var version = 1
  var endpoint: String
  var project: String
  var tenant: String?
  var session: SavedSession

  init(_ session: SavedSession, of binding: Binding) {
    endpoint = binding.endpoint
    project = binding.project
    tenant = binding.tenant
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
        hint: "name them: --endpoint \(endpoint) --project \(project)")
    }
  }
}
