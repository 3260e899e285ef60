package import Essentials
import Testing

/// A file of gettext with texts and, maybe, their translations: the template or a catalogue of the project.
package struct TranslationFile: Sendable {
  package struct Entry: Sendable {
    package var plural: String?
    package var translations: [String] = []
  }

  /// The entries by their English formats.
  package private(set) var entries: [String: Entry] = [:]

  /// The rule for plurals, from the head of a catalogue.
  package private(set) var plurals: String?

  private static let folder =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Sources/Catalogs"

  /// Reads a file in `Sources/Catalogs`, for example `es.po`.
  package init(_ name: String) throws {
    let text = try String(contentsOfFile: Self.folder + "/" + name, encoding: .utf8)
    for block in text.split(separator: "\n\n") {
      var format: String?
      var entry = Entry()
      for line in block.split(separator: "\n") where line.first != "#" {
        guard let quote = line.firstIndex(of: "\"") else { continue }
        let value = Self.unescaped(line[line.index(after: quote)...].dropLast())
        switch line[..<quote] {
        case "msgid ": format = value
        case "msgid_plural ": entry.plural = value
        default: entry.translations.append(value)
        }
      }
      guard let format else { continue }
      if format.isEmpty {
        let head = entry.translations.joined().split(separator: "\n")
        plurals = head.lazy.compactMap { $0.wholeMatch(of: /Plural-Forms: (.*)/)?.output.1 }.first.map(
          String.init)
      } else {
        entries[format] = entry
      }
    }
  }

  private static func unescaped(_ text: Substring) -> String {
    var unescaped = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        unescaped.append(character == "n" ? "\n" : character == "t" ? "\t" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        unescaped.append(character)
      }
    }
    return unescaped
  }

  /// The file as a catalogue. It takes the last form of a plural for every number but one.
  package func catalog(language: String) -> Catalog {
    Catalog(language: language) { [entries] format, plural in
      let translations = entries[format]?.translations ?? []
      return plural?.count == 1 ? translations.first : translations.last
    }
  }
}

extension Catalog {
  /// English. It is a failed test to show a text that the template does not have, because nobody could translate it.
  package static let checkingTemplate: Catalog = {
    let entries = (try? TranslationFile("usher.pot").entries) ?? [:]
    return Catalog(language: "en") { format, plural in
      if entries[format] == nil, Self.hasWords(format) {
        Issue.record("usher.pot has no \"\(format)\"; if it is a text of the sources: make pages")
      }
      if let plural, entries[format]?.plural != plural.format {
        Issue.record("usher.pot has no plural \"\(plural.format)\"; if it is one of the sources: make pages")
      }
      return nil
    }
  }()

  /// Whether there are letters besides the placeholders.
  private static func hasWords(_ format: String) -> Bool {
    format.replacing(/%\d+\$@/, with: "").contains(where: \.isLetter)
  }
}
