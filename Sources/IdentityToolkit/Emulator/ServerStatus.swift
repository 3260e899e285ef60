import HTTP

/// The RPC `/` of a local server, which reports that it is running, and its version.
package enum ServerStatus: RPC {
  package static let route = RPCRoute(.localServer, .get, "")

  package struct Response: Codable, Equatable, Sendable {
    package var authEmulator: Emulator?
    /// Only this project's server has this member.
    package var usher: Usher?

    package init(authEmulator: Emulator?, usher: Usher?) {
      self.authEmulator = authEmulator
      self.usher = usher
    }
  }

  package struct Emulator: Codable, Equatable, Sendable {
    package var ready: Bool?
    /// Where Firebase's guide to its emulators is.
    package var docs: String?
    /// The path of the description of all calls.
    package var apiSpec: String?

    package init(ready: Bool?, apiSpec: String? = nil) {
      self.ready = ready
      docs = "https://firebase.google.com/docs/emulator-suite"
      self.apiSpec = apiSpec
    }
  }

  package struct Usher: Codable, Equatable, Sendable {
    package var version: String?
    /// The project of client calls.
    package var project: String?
    /// Whether an SMS needs app verification.
    package var verifiesApps: Bool?

    package init(version: String?, project: String?, verifiesApps: Bool?) {
      self.version = version
      self.project = project
      self.verifiesApps = verifiesApps
    }
  }
}
