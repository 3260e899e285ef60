/// The name of a member, for types that read and write their members one by one.
///
/// The types that every command reads share it. For each type of coding keys, the runtime searches the conformances of
/// the whole program, which takes longer than reading the member.
package struct JSONKey: CodingKey, ExpressibleByStringLiteral {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) {
    self.stringValue = stringValue
  }

  package init(stringLiteral name: String) {
    stringValue = name
  }

  package init?(intValue: Int) { nil }
}
