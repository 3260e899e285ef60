/// Text from elsewhere (servers, links, files, arguments), made fit to be shown to a person.
///
/// Control characters could move the cursor or retitle the window, bidirectional ones reorder what is read,
/// invisible ones hide a difference. All of them are left out.
package enum SafeText {
  /// `foreign` in one line; ends of lines and tabs become spaces.
  package static func line(_ foreign: String) -> String {
    clean(foreign, lineEnd: " ")
  }

  /// `foreign` with its lines kept.
  package static func lines(_ foreign: String) -> String {
    clean(foreign, lineEnd: "\n")
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
    // Fillers, joiners and selectors without a shape of their own that are not of category "format".
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
