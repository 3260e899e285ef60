import Essentials
import IdentityToolkit

extension SMSRegionRule {
  /// Reads `smsRegionConfig` of Google's configuration object.
  init(setting config: JSONValue?) throws(ServerError) {
    do throws(Flaw) {
      try self.init(config)
    } catch {
      throw switch error {
      case .hasBothRules: Self.refusal("has allowByDefault or allowlistOnly, not both")
      case .ruleIsNoObject: Self.refusal("holds objects")
      case .regionsAreNoList: Self.refusal("lists regions")
      case .invalidRegion: ServerError(.invalidRegionCode, "Invalid region code.")
      }
    }
  }

  private static func refusal(_ rule: String) -> ServerError {
    ServerError.badArgument("smsRegionConfig \(rule).")
  }

  /// Returns the path of the rule that setting `path` removes, or nil.
  ///
  /// Google's object has only one of the two rules.
  static func pathOfTheOtherRule(_ path: [String]) -> [String]? {
    switch path.prefix(2) {
    case ["smsRegionConfig", "allowByDefault"]: ["smsRegionConfig", "allowlistOnly"]
    case ["smsRegionConfig", "allowlistOnly"]: ["smsRegionConfig", "allowByDefault"]
    default: nil
    }
  }

  func allows(_ phone: PhoneNumber, under policy: Policy) -> Bool {
    allows(phone) ?? policy.smsEverywhere
  }
}
