import Essentials

/// The ids by which stores and systems know an app.
enum AppIdentifier {
  /// Apple's: words of letters, digits and hyphens, with dots between them.
  static func isBundleID(_ text: String) -> Bool {
    let words = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.utf8.count <= longest
      && words.allSatisfy { word in
        !word.isEmpty && word.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
      }
  }

  /// Android's: two words or more, each with a letter first, then letters, digits and underscores.
  static func isAndroidPackage(_ text: String) -> Bool {
    let words = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.utf8.count <= longest && words.count >= 2
      && words.allSatisfy { word in
        word.first.map(\.isASCIILetter) == true
          && word.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
      }
  }

  private static let longest = 255
}
