import CommandKit
import Essentials

/// The valid form of session names.
enum SessionName {
  static func check(_ name: String) throws(Diagnosis) -> String {
    guard isName(name) else {
      throw Diagnosis(
        .badSessionName, "this is not a valid session name",
        hint: "use letters, digits and - _ . @ +, and at most 64 bytes", retry: .newInput)
    }
    return name
  }

  /// Returns whether `name` is easy to type, to show and to tell from other names.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && name.first != "-"
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil || "-_.@+".unicodeScalars.contains($0)
      }
  }
}
