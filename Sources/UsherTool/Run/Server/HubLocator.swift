import Essentials
import HTTP
import IdentityToolkit
import LibC
import PrivateFiles

/// The file in which the hub of a project writes its address, for Firebase's tools.
struct HubLocator: Sendable {
  let path: String

  /// The variable with the address of a hub: a host and a port.
  static let hubVariable = "FIREBASE_EMULATOR_HUB"

  struct Content: Codable, Equatable {
    var version: String
    var origins: [String]

    /// What our own hub writes. It has no process ID, so that a real hub replaces the file and does not warn.
    init(origin: Origin) {
      version = Self.ourPrefix + Release.version
      origins = [origin.description]
    }

    /// Whether usher is the hub. Such a hub lists no functions.
    var isOurs: Bool { version.hasPrefix(Self.ourPrefix) }

    /// The hubs on this machine.
    var hubs: [Origin] { origins.compactMap { Origin($0) }.filter(\.isLoopback) }

    var json: JSONValue { ["version": .string(version), "origins": .array(origins.map { .string($0) })] }

    private static let ourPrefix = "usher-"
  }

  init(path: String) {
    self.path = path
  }

  /// The locator of `project`, in the folder that Node's `os.tmpdir()` returns.
  init(of project: String, _ environment: Environment) {
    path = Self.folder(environment) + Self.prefix + project + Self.suffix
  }

  /// Returns what the file says; nil if another person could have written it.
  ///
  /// Everybody can write to the folder. A planted hub would receive users' addresses, and its functions would decide
  /// about sign-ins. So the file must be this user's own.
  func read() -> Content? {
    guard let file = try? Descriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let status = try? file.status(),
      status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      let text = try? file.read(limit: 1 << 16)
    else { return nil }
    return try? JSONReader.plain.read(Content.self, from: text)
  }

  /// Replaces the file. Only the user can read it.
  func write(_ content: Content) throws(Errno) {
    var file = try AtomicFile.begin(for: path)
    try file.descriptor.write(Data(content.json.text.utf8))
    try file.takePlace(replacing: true)
  }

  /// Removes the file, unless another hub has replaced it.
  ///
  /// By its path: in the system's folder for temporary files, nobody else can move the user's file, or the folder.
  func remove(ifStill content: Content) {
    if read() == content { unlink(path) }
  }

  /// The locators of other projects in the same folder.
  var others: [(project: String, locator: HubLocator)] {
    guard let slash = path.lastIndex(of: "/") else { return [] }
    return Self.all(in: String(path[...slash])).filter { $0.locator.path != path }
  }

  /// Returns the project whose hub runs an Auth emulator on `port`; nil where not exactly one names it.
  ///
  /// A file that a killed hub left may lead to the hub of another project.
  static func project(
    ofAuthOn port: Int, _ environment: Environment, over transport: any HTTPTransport
  ) -> String? {
    let projects = all(in: folder(environment)).filter { _, locator in
      (locator.read()?.hubs ?? []).contains {
        emulators(of: $0, over: transport)?["auth"]?["port"]?.integer == Int64(port)
      }
    }
    return projects.count == 1 ? projects[0].project : nil
  }

  /// Returns what a hub says of the emulators that run; nil if it does not answer so.
  static func emulators(of hub: Origin, over transport: any HTTPTransport) -> JSONValue? {
    let request = HTTPRequest(method: .get, origin: hub.description, path: "/emulators")
    guard let response = try? transport.send(request), response.status == 200 else { return nil }
    return JSONValue(json: response.body)
  }

  private static func all(in folder: String) -> [(project: String, locator: HubLocator)] {
    guard let descriptor = try? Descriptor(folder, O_RDONLY | O_DIRECTORY) else { return [] }
    let names = descriptor.names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }
    return names.sorted().compactMap { name in
      let project = String(name.dropFirst(prefix.count).dropLast(suffix.count))
      return ProjectID.isID(project) ? (project, HubLocator(path: folder + name)) : nil
    }
  }

  private static let prefix = "hub-"
  private static let suffix = ".json"

  private static func folder(_ environment: Environment) -> String {
    let folder =
      ["TMPDIR", "TMP", "TEMP"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "/tmp"
    return folder.hasSuffix("/") ? folder : folder + "/"
  }
}
