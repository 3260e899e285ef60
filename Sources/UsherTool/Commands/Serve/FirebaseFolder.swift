import AuthServer
import CommandKit
import Essentials
import HTTP
import IdentityToolkit
import LibC
import PrivateFiles

/// The folder of a Firebase project: the nearest one with a `firebase.json`, in this folder or above it.
///
/// Its files come with a repository. So they may not widen who reaches the server, or what it reads and writes.
struct FirebaseFolder {
  static let fileName = "firebase.json"

  private(set) var port: Int?
  private(set) var host: String?
  private(set) var project: String?
  private(set) var functions: FunctionsPlace?
  private(set) var hubPort: UInt16?
  private(set) var providers: [FirebaseProvider] = []
  /// What was ignored, and why.
  private(set) var notices: [Text] = []

  private let path: String
  private let isCurrent: Bool
  /// Where the project's name was found.
  private var projectSource = ""

  /// Returns the folder as Firebase's tools find it from `current`; nil if there is none.
  static func find(from current: String, _ environment: Environment) -> FirebaseFolder? {
    guard current.hasPrefix("/") else { return nil }
    var parts = current.split(separator: "/")
    while true {
      let path = parts.map { "/" + $0 }.joined()
      if access(path + "/" + fileName, F_OK) == 0 {
        return FirebaseFolder(path, isCurrent: path == current, environment)
      }
      if parts.popLast() == nil { return nil }
    }
  }

  private init(_ path: String, isCurrent: Bool, _ environment: Environment) {
    self.path = path
    self.isCurrent = isCurrent
    guard let json = read(Self.fileName) else { return }
    takeAddress(json["emulators"]?["auth"])
    functions = FunctionsFinder.place(configured: json)
    hubPort = Hub.port(configured: json)
    providers = FirebaseProvider.named(in: json)
    if json["usher"] != nil {
      notices.append("\(name(Self.fileName)): to use its options under usher, name the file with --config")
    }
    takeProject(environment)
  }

  private mutating func takeAddress(_ emulator: JSONValue?) {
    if let value = emulator?["port"] {
      port = value.port.map(Int.init)
      if port == nil { notices.append("\(name(Self.fileName)): the port is ignored, because it is none") }
    }
    if let value = emulator?["host"] {
      let named = value.string == "localhost" ? "127.0.0.1" : value.string
      host = named.flatMap { Self.isLoopback($0) ? $0 : nil }
      if host == nil {
        notices.append(
          "\(name(Self.fileName)): the host is ignored, because it is not loopback; to listen there, use --host"
        )
      }
    }
  }

  /// The listener takes addresses, not names.
  private static func isLoopback(_ address: String) -> Bool {
    address == "::1" || address.hasPrefix("127.") && Origin("http://" + address)?.isLoopback == true
  }

  private mutating func takeProject(_ environment: Environment) {
    let file = FirebaseProject.fileName
    let aliases = access(path + "/" + file, F_OK) == 0 ? read(file) : nil
    let chosen = FirebaseProject(aliases, chosen: FirebaseProject.chosen(in: path, environment))
    guard let id = chosen.id else { return }
    guard ProjectID.isID(id) else {
      notices.append("\(name(chosen.source)): '\(id)' is ignored, because it is not a project id")
      return
    }
    project = id
    projectSource = chosen.source
  }

  /// Returns the object in a file; nil and a notice if the file is not the user's own, or not JSON.
  private mutating func read(_ file: String) -> JSONValue? {
    let problem: Text
    do throws(Errno) {
      let descriptor = try Descriptor(path + "/" + file, O_RDONLY | O_NONBLOCK)
      if let objection = try descriptor.status().objectionToProjectFile {
        problem = objection
      } else if let json = JSONValue(commented: try descriptor.read(limit: 1 << 20)), json.members != nil {
        return json
      } else {
        problem = "it is not a JSON object"
      }
    } catch {
      problem = Text(verbatim: error.reason)
    }
    notices.append("\(name(file)) is ignored: \(problem)")
    return nil
  }

  private func name(_ file: String) -> String {
    isCurrent || !file.contains(".") ? file : path + "/" + file
  }

  /// Returns the line that says what is taken from here; nil if nothing is.
  func line(takesPort: Bool, takesHost: Bool, takesProject: Bool) -> Text? {
    var parts: [Text] = []
    if takesPort, let port { parts.append(Text("port \(port)")) }
    if takesHost, let host { parts.append(Text("host \(host)")) }
    var sources = parts.isEmpty ? [] : [Self.fileName]
    if takesProject, let project {
      parts.append(Text("project \(project)"))
      sources.append(projectSource)
    }
    guard let last = parts.popLast() else { return nil }
    let things = parts.isEmpty ? last : Text("\(parts.joined(separator: ", ")) and \(last)")
    let files = Text(allOf: sources)
    return isCurrent ? Text("\(things) from \(files)") : Text("\(things) from \(files) in \(path)")
  }
}

extension stat {
  /// The reason not to read a file that came with a repository; nil if there is none.
  ///
  /// Its group may write to it, as in many clones.
  fileprivate var objectionToProjectFile: Text? {
    if st_mode & S_IFMT != S_IFREG { return "it is not a regular file" }
    if st_uid != geteuid(), st_uid != 0 { return "it belongs to another user" }
    return st_mode & 0o002 != 0 ? "other users may write to it" : nil
  }
}
