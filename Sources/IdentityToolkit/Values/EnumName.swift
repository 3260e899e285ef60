/// A value of one of the service's enums: its name, which survives where it is unknown. Some SDKs send the number.
package protocol EnumName: RawRepresentable, Codable where RawValue == String {
  /// The names, by number.
  static var names: [String] { get }

  init(rawValue: String)
}

extension EnumName {
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    do {
      self.init(rawValue: try value.decode(String.self))
    } catch {
      guard let number = try? value.decode(Int.self) else { throw error }
      self.init(rawValue: Self.names.indices.contains(number) ? Self.names[number] : String(number))
    }
  }
}
