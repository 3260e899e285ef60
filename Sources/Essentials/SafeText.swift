/// Makes text from elsewhere (servers, links, files, arguments) safe to show to a user.
///
/// Control characters could move the cursor or change the window's title. Bidirectional characters reorder text, and
/// invisible ones hide a difference. All of them are removed. A value without an end would hide everything before it.
package enum SafeText {
  /// Returns `foreign` in one line. Line ends and tabs become spaces.
  package static func line(_ foreign: String) -> String {
    clean(foreign, lineEnd: " ")
  }

  /// Returns `foreign` with its lines.
  package static func lines(_ foreign: String) -> String {
    clean(foreign, lineEnd: "\n")
  }

  /// The most bytes that are shown of a name or another value in a message or a list.
  package static let briefLimit = 512

  /// Returns `foreign`, a part of a message or of a line, in one line and not too long.
  package static func brief(_ foreign: String) -> String {
    line(foreign.clipped(to: briefLimit))
  }

  private static func clean(_ foreign: String, lineEnd: Unicode.Scalar) -> String {
    if foreign.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return foreign }
    var clean = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in foreign.unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}": clean.append(lineEnd)
      case "\t": clean.append(" ")
      case _ where isShown(scalar): clean.append(scalar)
      default: break
      }
      previous = scalar
    }
    return String(clean)
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (0x20...0x7E).contains(scalar.value) }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    // This covers invisible characters outside the category "format": fillers, joiners and selectors.
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
