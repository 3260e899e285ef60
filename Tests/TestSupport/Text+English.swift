package import Essentials

// What tests ask of a text, they ask of its English.

extension Text {
  package func contains(_ part: String) -> Bool { english.contains(part) }
  package func hasPrefix(_ beginning: String) -> Bool { english.hasPrefix(beginning) }
  package func hasSuffix(_ end: String) -> Bool { english.hasSuffix(end) }

  package static func == (text: Text, english: String) -> Bool { text.english == english }
}

extension [Text] {
  /// The lines in English.
  package var english: [String] { map(\.english) }
}
