import IdentityToolkit

extension JSONValue {
  /// The same object as Google's service answers it: without what is false, or empty and no part of its own.
  ///
  /// Lists stay, empty ones too, as clients go through them without asking.
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
  /// A part that has nothing set is there all the same; a map is not.
  fileprivate var isDefault: Bool {
    value == false || value == "" || name == "testPhoneNumbers" && value.members?.isEmpty == true
  }
}
