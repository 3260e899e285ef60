import Essentials
import IdentityToolkit

extension JSONValue {
  /// The same object as Google's service returns it, without false and empty values.
  ///
  /// Lists stay, even empty ones, because clients iterate over them without checking.
  var withoutDefaults: JSONValue {
    switch self {
    case .object(let members):
      .object(
        members.compactMap { member in
          member.isDefault
            ? nil : Member(member.name, member.isKept ? member.value : member.value.withoutDefaults)
        })
    case .array(let elements): .array(elements.map(\.withoutDefaults))
    default: self
    }
  }

  /// The same value without members that are empty lists, which the service leaves out too.
  var withoutEmptyLists: JSONValue {
    switch self {
    case .object(let members):
      .object(
        members.compactMap { $0.value == [] ? nil : Member($0.name, $0.value.withoutEmptyLists) })
    case .array(let elements): .array(elements.map(\.withoutEmptyLists))
    default: self
    }
  }
}

extension JSONValue.Member {
  /// Whether the service shows the value as it was written.
  fileprivate var isKept: Bool { name == "customStrengthOptions" }

  /// Whether the service leaves the member out.
  ///
  /// It keeps an empty part, but not an empty map, and of all switches only this one.
  fileprivate var isDefault: Bool {
    value == false && name != "useAccountDefender" || value == ""
      || name == "testPhoneNumbers" && value.members?.isEmpty == true
  }
}
