import Essentials
import IdentityToolkit
import LibC
import PrivateFiles

/// The project that Firebase's tools use in a folder.
struct FirebaseProject {
  static let fileName = ".firebaserc"

  let id: String?
  /// The file that names the project, or the command that chose it.
  let source: String

  /// - Parameters:
  ///   - aliases: The content of `.firebaserc`.
  ///   - chosen: The alias or project that `firebase use` chose.
  init(_ aliases: JSONValue?, chosen: String?) {
    let all = (aliases?["projects"]?.members ?? []).compactMap { member in
      member.value.string.flatMap { $0.isEmpty ? nil : (name: member.name, id: $0) }
    }
    if let chosen {
      id = all.first { $0.name == chosen }?.id ?? chosen
      source = "firebase use"
    } else {
      // One alias counts, whatever its name is.
      id = all.count == 1 ? all[0].id : all.first { $0.name == "default" }?.id
      source = Self.fileName
    }
  }

  /// Returns what `firebase use` chose in a folder; nil if it chose nothing there.
  static func chosen(in folder: String, _ environment: Environment) -> String? {
    func path(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    guard let configuration = path("XDG_CONFIG_HOME") ?? path("HOME").map({ $0 + "/.config" }),
      let file = try? Descriptor(configuration + "/configstore/firebase-tools.json", O_RDONLY | O_NONBLOCK),
      let status = try? file.status(), status.objectionToConfiguration == nil,
      let text = try? file.read(limit: 1 << 20),
      let place = realpath(folder, nil)
    else { return nil }
    defer { free(place) }
    let chosen = JSONValue(json: text)?["activeProjects"]?[String(cString: place)]?.string
    return chosen.flatMap { $0.isEmpty ? nil : $0 }
  }
}
