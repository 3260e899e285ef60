import CSystem
import Essentials
import Flows
import LibC
import PrivateFiles
import TerminalIO

/// A check of everything that a sign-in needs; it changes nothing.
struct Checkup {
  let world: World
  let settings: RunSettings
  let state: StateAccess
  let place: Place
  let service: Service
  let next: NextCommands
  let output: Output
  /// The session from the environment, if there is one.
  let given: GivenSession
  private(set) var checks: [Check] = []

  init(in context: Context, offline: Bool, _ administrator: AdministratorOptions) {
    (world, settings, state) = (context.world, context.settings, context.state)
    (place, service, given) = (context.place, context.service, context.sessions.given)
    (next, output) = (context.next, context.output)
    lookAtFiles()
    lookAtPlace(offline: offline)
    if !offline { lookAtConfiguration(administrator) }
    lookAtSession()
    lookAtLibraries()
    lookAtSurroundings()
  }

  mutating func add(_ check: Check?) {
    if let check { checks.append(check) }
  }

  /// Adds the check that `body` returns, or a failed check if it throws.
  mutating func look(at name: Check.Name, _ body: (Checkup) throws -> Check?) {
    do {
      add(try body(self))
    } catch {
      add(.fail(name, Diagnosis(error, now: world.now())))
    }
  }
}

// MARK: - Files

extension Checkup {
  private mutating func lookAtFiles() {
    look(at: .configuration) { checkup in
      if let problem = checkup.settings.configurationProblem { throw problem }
      let files = checkup.settings.configuration.files
      return .ok(
        .configuration,
        files.isEmpty
          ? "none, which is fine" : Text(verbatim: files.map(\.path).joined(separator: ", ")))
    }
    look(at: .state) { checkup in
      let file = try checkup.state.file()
      let state = try file.readIfPresent()
      let savesSessions = checkup.state.isKept && checkup.given.variable == nil
      if savesSessions, let refusal = FileSystem.refusal(ofWritingIn: file.folder) {
        throw StateError.notWritable(path: file.path, reason: refusal.reason)
      }
      guard let state else { return .ok(.state, "nothing is saved yet") }
      let people = state.profiles.values.reduce(0) { $0 + $1.sessionCount }
      return .ok(.state, "\(file.path) is private, \(people) signed in")
    }
    look(at: .lock) { checkup in
      do {
        guard try checkup.state.file().isLockFree() else {
          return .warn(.lock, "another usher command holds it now", "try again in a moment")
        }
        return .ok(.lock, Text("free"))
      } catch StateError.unsafe {
        return nil  // The state check has reported this.
      }
    }
    look(at: .disk) { checkup in
      let folder = try StateLocation(environment: checkup.world.environment.variables).folder
      guard let kind = FileSystem.networkKind(of: folder) else { return .ok(.disk, Text("local")) }
      return .warn(
        .disk, "\(folder) is on a network file system (\(kind))",
        "locks may not work there: set USHER_CONFIG_DIR to a folder on a local disk")
    }
  }
}

enum FileSystem {
  /// Returns why the user cannot write in `folder` or create it; nil if that is possible. It creates nothing.
  static func refusal(ofWritingIn folder: String) -> Errno? {
    var folder = folder
    while true {
      do throws(Errno) {
        _ = try Errno.check { access(folder + "/", W_OK | X_OK) }
        return nil
      } catch .noEntry where folder.contains("/") {
        folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
      } catch {
        return error
      }
    }
  }

  /// Returns the kind of network file system that holds `path`; nil for a local disk.
  ///
  /// If `path` does not exist, the nearest folder above it counts.
  static func networkKind(of path: String) -> String? {
    var path = path
    var kind = csystem_file_system_kind(path)
    while kind < 0 {
      guard errno == ENOENT, let slash = path.lastIndex(of: "/"), path != "/" else { return nil }
      path = slash == path.startIndex ? "/" : String(path[..<slash])
      kind = csystem_file_system_kind(path)
    }
    return switch UInt32(truncatingIfNeeded: kind) {
    case 0x6969: "NFS"
    case 0x517B, 0xFF53_4D42, 0xFE53_4D42: "SMB"
    case 0x0102_1997: "9P"
    case 0x00C3_6400: "Ceph"
    case 0x7375_7245: "Coda"
    case 0x5346_414F: "AFS"
    default: nil
    }
  }
}
