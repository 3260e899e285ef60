package import Essentials

/// Help on a subject other than a command: a list of terms, and then prose. Its details have pages of their own.
package struct HelpText: Equatable, Sendable {
  package let terms: [Term]
  /// More terms, under titles.
  package let groups: [Group]
  package let prose: String
  package let details: [Detail]

  /// A part that only some readers need.
  package struct Detail: Equatable, Sendable {
    package let name: String
    package let title: Text
    package let text: HelpText

    package init(
      _ name: String, _ title: Text, _ terms: [(name: String, meaning: Text)] = [], prose: String = ""
    ) {
      self.name = name
      self.title = title
      text = HelpText(terms, prose: prose)
    }
  }

  package struct Term: Equatable, Sendable {
    package let name: String
    package let meaning: Text
  }

  package struct Group: Equatable, Sendable {
    package let title: Text
    package let terms: [Term]
  }

  /// Creates a help text.
  /// - Parameter prose: Paragraphs with an empty line between them. A line that begins with a space stays unchanged.
  package init(
    _ terms: [(name: String, meaning: Text)] = [],
    groups: [(title: Text, options: [ArgumentDescription])] = [],
    prose: String = "", details: [Detail] = []
  ) {
    self.details = details
    self.terms = terms.map { Term(name: $0.name, meaning: $0.meaning) }
    self.groups = groups.map { Group(title: $0.title, terms: HelpText(options: $0.options).terms) }
    self.prose = prose
  }

  /// Creates the help text of options. Long names are aligned, with or without a short one.
  package init(options: [ArgumentDescription], prose: String = "") {
    let indent = options.contains { $0.short != nil } ? "    " : ""
    self.init(
      options.map { option in
        let names = (option.short == nil ? indent : "") + option.spellings.joined(separator: ", ")
        let mayRepeat = option.kind == .option && option.repeats
        return (
          names + (option.shownValue.map { " " + $0 } ?? ""),
          mayRepeat ? "\(option.fullHelp) May be repeated." : option.fullHelp
        )
      }, prose: prose)
  }

  /// The text with its details, for the manual.
  package var whole: HelpText {
    HelpText(
      terms: terms + details.flatMap(\.text.terms), groups: groups,
      prose: ([prose] + details.map(\.text.prose)).filter { !$0.isEmpty }.joined(separator: "\n\n"))
  }

  private init(terms: [Term], groups: [Group], prose: String) {
    self.terms = terms
    self.groups = groups
    self.prose = prose
    details = []
  }

  /// Returns the text in lines of at most `width` characters if possible, with a newline at the end.
  ///
  /// - Parameter command: The command that explains it, to which the name of a detail is added.
  package func laidOut(width: Int, in catalog: Catalog = .english, command: String = "") -> String {
    func rows(_ terms: [Term]) -> [(term: String, text: String)] {
      terms.map { ($0.name, $0.meaning.in(catalog)) }
    }
    let table = TextLayout.table(rows(terms), width: width)
    let tables = groups.map { (Text("\($0.title):").in(catalog), rows($0.terms)) }
    let parts = [
      table, TextLayout.tables(tables, width: width), TextLayout.prose(prose, width: width, in: catalog),
      TextLayout.tables(
        [
          (
            Text("\(command) DETAIL, with one of these:").in(catalog),
            details.map { ($0.name, $0.title.in(catalog)) }
          )
        ],
        width: width),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: [""]).joined(separator: "\n") + "\n"
  }
}
