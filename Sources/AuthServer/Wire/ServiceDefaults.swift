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
          member.isDefault ? nil : Member(member.name, member.value.withoutDefaults)
        })
    case .array(let elements): .array(elements.map(\.withoutDefaults))
    default: self
    }
  }
}

extension JSONValue.Member {
  /// Whether the service leaves the member out.
  ///
  /// It keeps an empty part, but not an empty map.
  fileprivate var isDefault: Bool {
    value == false || value == "" || name == "testPhoneNumbers" && value.members?.isEmpty == true
  }
}
