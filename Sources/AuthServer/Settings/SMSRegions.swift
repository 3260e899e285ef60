import IdentityToolkit

/// The regions to which a project sends SMS, identified by calling codes.
///
/// If several regions share a code, a list that has one of them applies to all of them.
enum SMSRegions: Sendable {
  /// The configuration does not say it.
  case unset
  case allExcept([String])
  case only([String])

  /// Reads `smsRegionConfig` of Google's configuration object.
  init(_ config: JSONValue?) throws(ServerError) {
    let blocked = try Self.list(config?["allowByDefault"], "disallowedRegions")
    let allowed = try Self.list(config?["allowlistOnly"], "allowedRegions")
    switch (blocked, allowed) {
    case (nil, nil): self = .unset
    case (let blocked?, nil): self = .allExcept(blocked)
    case (nil, let allowed?): self = .only(allowed)
    default: throw Self.refusal("has allowByDefault or allowlistOnly, not both")
    }
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

  func allow(_ phone: PhoneNumber, under policy: Policy) -> Bool {
    switch self {
    case .unset: policy.smsEverywhere
    case .allExcept(let blocked): !phone.regions.contains(where: blocked.contains)
    case .only(let allowed): phone.regions.contains(where: allowed.contains)
    }
  }

  /// Returns the codes of the list called `name`, or nil if its rule is not used.
  private static func list(_ rule: JSONValue?, _ name: String) throws(ServerError) -> [String]? {
    guard let rule, rule != .null else { return nil }
    guard rule.members != nil else { throw refusal("holds objects") }
    guard let value = rule[name], value != .null else { return [] }
    guard let codes = value.array?.map(\.string) else { throw refusal("lists regions") }
    let regions = codes.compactMap(\.self).filter { code in
      code.utf8.count == 2 && code.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
    guard regions.count == codes.count else { throw ServerError(.invalidRegionCode, "Invalid region code.") }
    return regions
  }

  private static func refusal(_ rule: String) -> ServerError {
    ServerError.badArgument("smsRegionConfig \(rule).")
  }
}

extension PhoneNumber {
  fileprivate var regions: [String] { callingCode?.regions ?? [] }
}
