/// A command line that works, with its purpose.
package struct Example: Equatable, Sendable {
  /// The whole line, as users type it, for example "usher token | pbcopy". What must run before stands above it.
  package let line: String
  package let purpose: String

  package var lines: [String] { line.split(separator: "\n").map(String.init) }

  package init(_ line: String, _ purpose: String) {
    self.line = line
    self.purpose = purpose
  }

  /// Returns the words after `tool` in `line`, up to the next operator, as a shell splits them.
  package func words(for tool: String) -> [String]? {
    let name = Array(tool + " ")
    let characters = Array(line)
    guard
      let start = characters.indices.first(where: { index in
        characters[index...].starts(with: name)
          && (index == 0 || [" ", "(", "\n"].contains(characters[index - 1]))
      })
    else { return line == tool ? [] : nil }
    return Self.split(characters[(start + name.count)...])
  }

  private static func split(_ characters: ArraySlice<Character>) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in characters {
      if character == quote {
        quote = nil
      } else if quote != nil {
        word?.append(character)
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if "|<>;&)".contains(character) {
        break
      } else if character == " " {
        words += word.map { [$0] } ?? []
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
