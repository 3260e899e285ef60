package import Essentials

/// The regions to which a project sends SMS: `smsRegionConfig` of its configuration.
///
/// The service identifies regions by calling codes. If several share a code, a list that has one of them applies to all.
package enum SMSRegionRule: Equatable, Sendable {
  /// The configuration does not say it.
  ///
  /// Google's older projects send to all regions then. A new project of Google's has an empty `allowlistOnly`.
  case unset
  case allowByDefault(except: [String])
  case allowlistOnly([String])

  /// A reason why a value is not an `smsRegionConfig`, or why a text is not a region.
  package enum Flaw: Error, Equatable, Sendable {
    case hasBothRules
    case ruleIsNoObject
    case regionsAreNoList
    /// The region is not two letters, as in ISO 3166. In a configuration, they are in upper case.
    case invalidRegion(String)
  }

  package static let everywhere = SMSRegionRule.allowByDefault(except: [])
  package static let nowhere = SMSRegionRule.allowlistOnly([])

  package init(_ config: JSONValue?) throws(Flaw) {
    let denied = try Self.regions(config?["allowByDefault"], "disallowedRegions")
    let allowed = try Self.regions(config?["allowlistOnly"], "allowedRegions")
    switch (denied, allowed) {
    case (nil, nil): self = .unset
    case (let denied?, nil): self = .allowByDefault(except: denied)
    case (nil, let allowed?): self = .allowlistOnly(allowed)
    case (_?, _?): throw .hasBothRules
    }
  }

  /// Returns the codes of the list called `name`, or nil if its rule is not used.
  private static func regions(_ rule: JSONValue?, _ name: String) throws(Flaw) -> [String]? {
    guard let rule, rule != .null else { return nil }
    guard rule.members != nil else { throw .ruleIsNoObject }
    guard let value = rule[name], value != .null else { return [] }
    guard let elements = value.array else { throw .regionsAreNoList }
    var regions: [String] = []
    for element in elements {
      guard let region = element.string, isRegion(region) else {
        throw .invalidRegion(element.string ?? element.text)
      }
      regions.append(region)
    }
    return regions
  }

  private static func isRegion(_ text: String) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  /// Returns the rule that allows only `regions`.
  package static func only(_ regions: [String]) throws(Flaw) -> SMSRegionRule {
    .allowlistOnly(try codes(regions).sorted())
  }

  /// Returns the rule that also allows `regions`.
  ///
  /// An unset rule becomes one that allows all regions, because it already does.
  package func allowing(_ regions: [String]) throws(Flaw) -> SMSRegionRule {
    let codes = try Self.codes(regions)
    return switch self {
    case .unset: .everywhere
    case .allowByDefault(let denied): .allowByDefault(except: Set(denied).subtracting(codes).sorted())
    case .allowlistOnly(let allowed): .allowlistOnly(codes.union(allowed).sorted())
    }
  }

  /// Returns the rule that does not allow `regions`.
  package func denying(_ regions: [String]) throws(Flaw) -> SMSRegionRule {
    let codes = try Self.codes(regions)
    return switch self {
    case .unset: .allowByDefault(except: codes.sorted())
    case .allowByDefault(let denied): .allowByDefault(except: codes.union(denied).sorted())
    case .allowlistOnly(let allowed): .allowlistOnly(Set(allowed).subtracting(codes).sorted())
    }
  }

  private static func codes(_ regions: [String]) throws(Flaw) -> Set<String> {
    var codes: Set<String> = []
    for text in regions {
      let code = text.asciiUppercased()
      guard isRegion(code) else { throw .invalidRegion(text) }
      codes.insert(code)
    }
    return codes
  }

  /// Returns whether the project sends SMS to `phone`, or nil if the rule is unset.
  package func allows(_ phone: PhoneNumber) -> Bool? { allows(anyOf: phone.callingCode?.regions ?? []) }

  /// Returns whether the project sends SMS to numbers with `code`, or nil if the rule is unset.
  package func allows(_ code: CallingCode) -> Bool? { allows(anyOf: code.regions) }

  private func allows(anyOf regions: @autoclosure () -> [String]) -> Bool? {
    switch self {
    case .unset: nil
    case .allowByDefault(let denied): !regions().contains(where: denied.contains)
    case .allowlistOnly(let allowed): regions().contains(where: allowed.contains)
    }
  }

  package var value: JSONValue {
    switch self {
    case .unset: [:]
    case .allowByDefault(let denied): ["allowByDefault": Self.rule("disallowedRegions", denied)]
    case .allowlistOnly(let allowed): ["allowlistOnly": Self.rule("allowedRegions", allowed)]
    }
  }

  private static func rule(_ name: String, _ regions: [String]) -> JSONValue {
    regions.isEmpty ? [:] : .object([.init(name, .array(regions.map(JSONValue.string)))])
  }
}
