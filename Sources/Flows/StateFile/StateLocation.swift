/// The paths of the user's files, by the XDG rules, or all in the folder `USHER_CONFIG_DIR`.
package struct StateLocation: Sendable {
  /// The folder of the state, its locks and the user's configuration.
  package let folder: String
  private let environment: [String: String]

  /// - Parameter program: The program's name, which its folder has.
  package init(environment: [String: String], program: String = "usher") throws(StateLocationError) {
    if environment["USHER_CONFIG_DIR"] == "" { throw .emptyVariable("USHER_CONFIG_DIR") }
    self.environment = environment
    folder = try Self.folder(in: environment, base: "XDG_CONFIG_HOME", orInHome: ".config", of: program)
  }

  /// The path of the embedded server's data.
  package var database: String {
    get throws(StateLocationError) {
      try Self.folder(in: environment, base: "XDG_DATA_HOME", orInHome: ".local/share") + "/local.db"
    }
  }

  /// The path of the history of `shell`.
  package var history: String {
    get throws(StateLocationError) {
      try Self.folder(in: environment, base: "XDG_STATE_HOME", orInHome: ".local/state") + "/history"
    }
  }

  private static func folder(
    in environment: [String: String], base: String, orInHome relative: String, of program: String = "usher"
  ) throws(StateLocationError) -> String {
    if let folder = environment["USHER_CONFIG_DIR"] { return folder }
    // XDG: an empty or relative path is ignored.
    if let base = environment[base], base.hasPrefix("/") { return base + "/" + program }
    guard let home = environment["HOME"], !home.isEmpty else { throw .noHome }
    guard home.hasPrefix("/") else { throw .relativeHome(home) }
    return home + "/" + relative + "/" + program
  }
}

package enum StateLocationError: Error, Equatable, Sendable {
  /// The variable is set but empty, which is probably a mistake.
  case emptyVariable(String)
  case noHome
  case relativeHome(String)
}
