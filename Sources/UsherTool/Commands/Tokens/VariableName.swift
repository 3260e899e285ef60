import CommandKit
import Essentials

/// The name of an environment variable.
struct VariableName: ArgumentValue, Equatable {
  let text: String

  init(argument: String) throws(InvalidValue) {
    let isName = argument.utf8.enumerated().allSatisfy { index, byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
        true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 0
      default: false
      }
    }
    guard isName, !argument.isEmpty else {
      throw InvalidValue("must be the name of a variable, letters, digits and _")
    }
    text = argument
  }

  /// The default variables for an ID token, and for the path of a file with one.
  static let idToken = "FIREBASE_ID_TOKEN"
  static let idTokenFile = "FIREBASE_ID_TOKEN_FILE"
}
