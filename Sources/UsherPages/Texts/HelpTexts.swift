import CommandKit
import Essentials
import UsherTool

/// The texts of help that the sources have as strings, because the manual has them in English.
enum HelpTexts {
  /// The texts in the order of help, each with the page that shows it.
  static var all: [(page: String, text: Text)] {
    let commands = Tool.commands.description.commands.flatMap { command in
      (prose(command.discussion) + command.examples.map { Text(english: $0.purpose) }).map {
        ("help/" + command.name.replacing(" ", with: "-"), $0)
      }
    }
    let topics = HelpTopic.allCases.flatMap { topic in
      // The tables of options are texts of the sources.
      let text = topic.text.whole
      return (text.terms.map(\.meaning) + topic.text.details.map(\.title) + prose(text.prose)).map {
        ("help/" + topic.rawValue, $0)
      }
    }
    let fields = HelpTopic.meanings.values.sorted().map { ("help/json", Text(english: $0)) }
    let checks = Check.Name.allCases.filter { ![.dns, .tls].contains($0) }.map { ("doctor", $0.title) }
    return commands + topics.filter { !$0.1.isEmpty } + fields + checks
  }

  private static func prose(_ prose: String) -> [Text] {
    TextLayout.paragraphs(prose).compactMap {
      if case .text(let paragraph) = $0 { Text(english: paragraph) } else { nil }
    }
  }
}
