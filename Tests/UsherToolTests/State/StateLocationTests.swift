import Flows
import Testing
import UsherTool

@Suite struct StateLocationTests {
  private func paths(_ environment: [String: String]) throws -> [String] {
    let location = try StateLocation(environment: environment)
    return [location.folder, try location.database, try location.history]
  }

  @Test func filesAreInTheHomeFolder() throws {
    #expect(
      try paths(["HOME": "/home/kim"]) == [
        "/home/kim/.config/usher", "/home/kim/.local/share/usher/local.db",
        "/home/kim/.local/state/usher/history",
      ])
  }

  @Test func xdgVariablesMoveThem() throws {
    let xdg = ["XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s"]
    #expect(try paths(xdg) == ["/c/usher", "/d/usher/local.db", "/s/usher/history"])
  }

  @Test(arguments: ["", "relative", "./x"])
  func xdgVariablesThatAreNotAbsoluteAreIgnored(value: String) throws {
    let home = ["HOME": "/h"]
    let xdg = home.merging(["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"].map { ($0, value) }) {
      $1
    }
    #expect(try paths(xdg) == paths(home))
  }

  @Test func oneVariableMovesEverything() throws {
    let environment = ["USHER_CONFIG_DIR": "/x", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d"]
    #expect(try paths(environment) == ["/x", "/x/local.db", "/x/history"])
  }

  @Test func mistakesAreNotGuessedAt() throws {
    #expect(throws: StateLocationError.emptyVariable("USHER_CONFIG_DIR")) {
      try StateLocation(environment: ["USHER_CONFIG_DIR": "", "HOME": "/h"])
    }
    #expect(throws: StateLocationError.noHome) { try StateLocation(environment: [:]) }
    #expect(throws: StateLocationError.noHome) { try StateLocation(environment: ["HOME": ""]) }
    #expect(throws: StateLocationError.relativeHome("h")) {
      try StateLocation(environment: ["HOME": "h"])
    }
    let onlyConfiguration = try StateLocation(environment: ["XDG_CONFIG_HOME": "/c"])
    #expect(throws: StateLocationError.noHome) { try onlyConfiguration.database }
  }
}
