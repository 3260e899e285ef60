/// Any JSON value, for data without a fixed shape: custom claims, project configuration.
///
/// A value that is built in code keeps the order of its members. Decoding sorts them by name.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Equatable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The first member called `name`, or nil if there is none or the value is not an object.
  ///
  /// Setting nil removes it.
  package subscript(name: String) -> JSONValue? {
    get {
      guard case .object(let members) = self else { return nil }
      return members.first { $0.name.hasBytes(of: name) }?.value
    }
    set {
      var members: [Member] = []
      if case .object(let present) = self { members = present }
      let index = members.firstIndex { $0.name.hasBytes(of: name) }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name, value))
      case (nil, nil): break
      }
      self = .object(members)
    }
  }

  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var bool: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  package var integer: Int64? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int64(exactly: number)
    default: nil
    }
  }

  package var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  package var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }
}

extension JSONValue {
  /// Parses `text`.
  ///
  /// - Parameter isUnambiguous: Whether JSON that parsers read in different ways is refused, so that a person who
  ///   controls only a part of the text cannot make the next parser read another user. RFC 7519 §4 requires that tokens
  ///   with duplicate names are refused.
  package init(parsing text: Data, isUnambiguous: Bool = false) throws(JSONFlaw) {
    self = try JSONParser.value(of: text, isUnambiguous: isUnambiguous)
  }

  /// Parses `text`.
  ///
  /// Returns nil if it is not JSON or is nested too deeply.
  package init?(json text: Data) {
    guard let value = try? JSONValue(parsing: text) else { return nil }
    self = value
  }

  package init?(json text: some StringProtocol) {
    self.init(json: Data(text.utf8))
  }

  /// Parses `text` if all parsers understand it in the same way.
  ///
  /// Returns nil for other JSON.
  package init?(unambiguous text: Data) {
    guard let value = try? JSONValue(parsing: text, isUnambiguous: true) else { return nil }
    self = value
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0, $1) })
  }
  package init(nilLiteral: ()) { self = .null }
}

extension JSONValue: Codable {
  package init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ValueDecoder {
      self = decoder.whole
    } else if let object = try? decoder.container(keyedBy: JSONKey.self) {
      let names = object.allKeys.sorted { $0.stringValue < $1.stringValue }
      self = .object(try names.map { Member($0.stringValue, try object.decode(JSONValue.self, forKey: $0)) })
    } else if var elements = try? decoder.unkeyedContainer() {
      var values: [JSONValue] = []
      while !elements.isAtEnd { values.append(try elements.decode(JSONValue.self)) }
      self = .array(values)
    } else {
      self = try JSONValue(single: decoder.singleValueContainer())
    }
  }

  private init(single value: any SingleValueDecodingContainer) throws {
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .bool(flag)
    } else if let number = try? value.decode(Int64.self) {
      self = .integer(number)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else {
      self = .string(try value.decode(String.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var object = encoder.container(keyedBy: JSONKey.self)
      for member in members { try object.encode(member.value, forKey: JSONKey(stringValue: member.name)) }
    case .array(let elements):
      var array = encoder.unkeyedContainer()
      for element in elements { try array.encode(element) }
    case .null:
      var value = encoder.singleValueContainer()
      try value.encodeNil()
    case .bool(let flag):
      var value = encoder.singleValueContainer()
      try value.encode(flag)
    case .integer(let number):
      var value = encoder.singleValueContainer()
      try value.encode(number)
    case .number(let number):
      var value = encoder.singleValueContainer()
      try value.encode(number)
    case .string(let text):
      var value = encoder.singleValueContainer()
      try value.encode(text)
    }
  }
}
