import AuthClient
import CommandKit
import Essentials

/// What an enrolled factor is called, so that its owner tells it from the others.
enum FactorName {
  /// Bytes; no source says how long a name may be.
  private static let longest = 256

  /// - Parameter option: Where it was given.
  /// - Throws: `Diagnosis` for a name that could not be shown as it is.
  static func check(_ name: String, _ option: String = "--name") throws(Diagnosis) -> String {
    let problem: Text? =
      if name.allSatisfy(\.isWhitespace) {
        "the name is empty"
      } else if name.utf8.count > longest {
        "the name is longer than \(longest) bytes"
      } else if name.unicodeScalars.contains(where: \.isUnseen) {
        "the name holds control characters"
      } else {
        nil
      }
    guard let problem else { return name }
    throw Diagnosis(
      "auth/argument-error", .data, problem, hint: "choose a short name with \(option)", retry: .newInput)
  }
}

extension Unicode.Scalar {
  fileprivate var isUnseen: Bool {
    [.control, .format, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
  }
}
