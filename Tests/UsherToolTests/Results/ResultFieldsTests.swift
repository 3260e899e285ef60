import Essentials
import IdentityToolkit
import Testing

@testable import UsherTool

struct ResultFieldsTests {
  private struct Harbour: CommandResult {
    var name: String
    var depth: Double?
    var berths: [Berth]
    var opened: Date?
    var notes: [String]
    var claims: JSONValue
    var state: State
    var pilot: Nullable<Pilot>?

    enum CodingKeys: String, CodingKey {
      case name, berths
      case opened = "opened_at"
      case depth, notes, claims, state, pilot
    }
  }

  private struct Berth: Codable {
    var number: Int
    var ship: Ship?
  }

  private struct Ship: Codable {
    var name: String
    var masts: [[Int]]
  }

  private struct Pilot: Codable {
    var isAwake: Bool
  }

  private enum State: String, Codable, CaseIterable {
    case open, closed
  }

  @Test func theFieldsFollowFromTheType() {
    #expect(
      ResultFields.of(Harbour.self) == [
        "name", "berths[].number", "berths[].ship.name", "berths[].ship.masts[][]", "opened_at", "depth",
        "notes[]", "claims.*", "state", "pilot.is_awake",
      ])
  }

  @Test func whatIsAskedForAgainReplacesWhatWasAskedForBefore() {
    struct Account: Codable {
      var berth: Berth

      enum CodingKeys: CodingKey { case berth }

      init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        berth = try members.decode(Berth.self, forKey: .berth)
        _ = try members.decode(String.self, forKey: .berth)
      }
    }
    #expect(ResultFields.of(Account.self) == ["berth"])
  }

  @Test func aResultThatHoldsNothingHasNoFields() {
    struct Nothing: CommandResult {}
    #expect(ResultFields.of(Nothing.self) == [])
  }
}
