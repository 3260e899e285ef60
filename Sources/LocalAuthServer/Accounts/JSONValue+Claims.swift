import Essentials

extension JSONValue {
  /// Converts claims that are given as Swift values, and sorts them by name.
  init(claims: [String: any Sendable]) throws(LocalServerError) {
    var members: [Member] = []
    for (name, value) in claims.sorted(by: { $0.key < $1.key }) {
      members.append(Member(name, try JSONValue(claim: value, named: name)))
    }
    self = .object(members)
  }

  private init(claim: any Sendable, named name: String) throws(LocalServerError) {
    switch claim {
    case let text as String: self = .string(text)
    case let flag as Bool: self = .bool(flag)
    case let number as any BinaryInteger:
      guard let number = Int64(exactly: number)
      else { throw .invalidArgument("the claim \(name) is a number beyond 64 bits") }
      self = .integer(number)
    case let number as Double:
      guard number.isFinite else { throw .invalidArgument("the claim \(name) is not a number") }
      self = .number(number)
    case let values as [any Sendable]:
      var elements: [JSONValue] = []
      for value in values { elements.append(try JSONValue(claim: value, named: name)) }
      self = .array(elements)
    case let members as [String: any Sendable]: try self.init(claims: members)
    default: throw .invalidArgument("the claim \(name) is of a type that JSON does not have")
    }
  }
}
