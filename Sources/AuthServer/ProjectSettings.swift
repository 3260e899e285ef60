import Essentials
import IdentityToolkit

/// What the server obeys in a project's configuration.
struct ProjectSettings: Sendable, Equatable {
  var isPhoneEnabled: Bool
  /// Fictional numbers and their codes.
  var testNumbers: [PhoneNumber: String]
  var authorizedDomains: [String]
  var isSignUpDisabled: Bool
  var isDeletionDisabled: Bool

  /// Reads Google's configuration object. What is absent is off, as in the real one.
  /// - Throws: `ServerError` for a value of the wrong type.
  init(_ config: JSONValue) throws(ServerError) {
    isPhoneEnabled = try config.flag("signIn.phoneNumber.enabled")
    isSignUpDisabled = try config.flag("client.permissions.disabledUserSignup")
    isDeletionDisabled = try config.flag("client.permissions.disabledUserDeletion")
    testNumbers = try Self.testNumbers(config["signIn", "phoneNumber", "testPhoneNumbers"])
    authorizedDomains = (config["authorizedDomains"]?.array ?? []).compactMap(\.string)
  }

  private static func testNumbers(_ value: JSONValue?) throws(ServerError) -> [PhoneNumber: String] {
    var numbers: [PhoneNumber: String] = [:]
    guard let value, value != .null else { return numbers }
    guard let members = value.members
    else { throw ServerError(.invalidTestingPhoneNumber, "A map of numbers to codes is wanted.") }
    for member in members {
      guard let number = PhoneNumber(member.name), numbers[number] == nil
      else { throw ServerError(.invalidTestingPhoneNumber, "\(member.name) is no phone number.") }
      guard let code = member.value.string, code.utf8.count == 6, code.utf8.allSatisfy(isDigit)
      else { throw ServerError(.invalidTestingPhoneNumber, "The code of \(member.name) is not six digits.") }
      numbers[number] = code
    }
    return numbers
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

extension ProjectSettings {
  /// The number of Firebase's guides, which every new project knows.
  static let builtInTestNumber = "+16505553434"

  /// The configuration of a new project: all that is built is on.
  static let newProject: JSONValue = [
    "signIn": [
      "email": ["enabled": true, "passwordRequired": false],
      "phoneNumber": ["enabled": true, "testPhoneNumbers": [builtInTestNumber: "654321"]],
      "anonymous": ["enabled": true],
      "allowDuplicateEmails": false,
    ],
    "mfa": [
      "state": "ENABLED",
      "enabledProviders": ["PHONE_SMS"],
      "providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 1]]],
    ],
    "authorizedDomains": ["localhost", "127.0.0.1"],
  ]

  /// The project's number, which some answers carry instead of its id: always the same twelve digits.
  static func number(ofProject name: String) -> String {
    // FNV-1a: the number only has to be stable and to differ.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(100_000_000_000 + hash % 900_000_000_000)
  }
}

extension JSONValue {
  /// The value at a path of names.
  subscript(path: String...) -> JSONValue? {
    var value: JSONValue? = self
    for name in path { value = value?[name] }
    return value
  }

  /// The Boolean at a dotted path; false where there is none.
  fileprivate func flag(_ path: String) throws(ServerError) -> Bool {
    var value: JSONValue? = self
    for name in path.split(separator: ".") { value = value?[String(name)] }
    guard let value, value != .null else { return false }
    guard let flag = value.bool
    else { throw ServerError(.invalidArgument, "\(path) is true or false.", status: "INVALID_ARGUMENT") }
    return flag
  }
}
