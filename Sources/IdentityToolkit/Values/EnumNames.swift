/// A value of one of the service's enums: its name, also if it is unknown.
///
/// Some SDKs send the number.
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

/// The kind of app that calls.
package struct ClientType: EnumName, Hashable, Sendable {
  package var rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let names = [
    "CLIENT_TYPE_UNSPECIFIED", "CLIENT_TYPE_WEB", "CLIENT_TYPE_ANDROID", "CLIENT_TYPE_IOS",
  ]

  package static let iOS = ClientType(rawValue: "CLIENT_TYPE_IOS")
  package static let web = ClientType(rawValue: "CLIENT_TYPE_WEB")
  package static let android = ClientType(rawValue: "CLIENT_TYPE_ANDROID")
}

/// The purpose of a confirmed phone number.
package struct VerifyOperation: EnumName, Hashable, Sendable {
  package var rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let names = ["VERIFY_OP_UNSPECIFIED", "SIGN_UP_OR_IN", "REAUTH", "UPDATE", "LINK"]

  package static let signUpOrIn = VerifyOperation(rawValue: "SIGN_UP_OR_IN")
  package static let reauthenticate = VerifyOperation(rawValue: "REAUTH")
  package static let link = VerifyOperation(rawValue: "LINK")
  package static let update = VerifyOperation(rawValue: "UPDATE")
}
