import IdentityToolkit

/// The regions that a project sends messages to, told apart by calling codes.
///
/// A code that several regions share stands for each of them: one on the list is enough to be on it.
enum SMSRegions: Sendable {
  case all
  case allExcept([String])
  case only([String])

  /// Reads `smsRegionConfig` of Google's configuration object.
  init(_ config: JSONValue?) throws(ServerError) {
    let blocked = try Self.list(config?["allowByDefault"], "disallowedRegions")
    let allowed = try Self.list(config?["allowlistOnly"], "allowedRegions")
    switch (blocked, allowed) {
    case (nil, nil): self = .all
    case (let blocked?, nil): self = .allExcept(blocked)
    case (nil, let allowed?): self = .only(allowed)
    default: throw Self.refusal("has allowByDefault or allowlistOnly, not both")
    }
  }

  /// The rule that ends when what is at `path` is set: Google's object holds one of the two. Nil elsewhere.
  static func pathOfTheOtherRule(_ path: [String]) -> [String]? {
    switch path.prefix(2) {
    case ["smsRegionConfig", "allowByDefault"]: ["smsRegionConfig", "allowlistOnly"]
    case ["smsRegionConfig", "allowlistOnly"]: ["smsRegionConfig", "allowByDefault"]
    default: nil
    }
  }

  func allow(_ phone: PhoneNumber) -> Bool {
    switch self {
    case .all: true
    case .allExcept(let blocked): !phone.regions.contains(where: blocked.contains)
    case .only(let allowed): phone.regions.contains(where: allowed.contains)
    }
  }

  /// The codes of the list called `name`; nil where its rule is not the one.
  private static func list(_ rule: JSONValue?, _ name: String) throws(ServerError) -> [String]? {
    guard let rule, rule != .null else { return nil }
    guard rule.members != nil else { throw refusal("holds objects") }
    guard let value = rule[name], value != .null else { return [] }
    let codes = (value.array ?? [nil]).map(\.string)
    let regions = codes.compactMap(\.self).filter { code in
      code.utf8.count == 2 && code.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
    guard regions.count == codes.count else { throw refusal("lists regions by two capital letters") }
    return regions
  }

  private static func refusal(_ rule: String) -> ServerError {
    ServerError.badArgument("smsRegionConfig \(rule).")
  }
}

extension PhoneNumber {
  fileprivate var regions: [String] { callingCode?.regions ?? [] }
}
