/// A page of the manual, in mdoc.
package struct ManPage {
  package let name: String
  private let body: [String]

  /// A line of the section EXIT STATUS.
  package struct ExitStatus: Sendable {
    package let status: String
    package let meaning: String

    package init(_ status: String, _ meaning: String) {
      self.status = status
      self.meaning = meaning
    }
  }

  /// `usher-mfa-enroll.1`
  package var fileName: String { name + ".1" }

  package var text: String { body.joined(separator: "\n") + "\n" }

  /// The tool's own page, and one for each command.
  ///
  /// - Parameter date: In the form "January 31, 2030".
  package static func all(of tool: ToolDescription, date: String, exitStatus: [ExitStatus]) -> [ManPage] {
    [ManPage(tool, date: date, exitStatus: exitStatus)]
      + tool.commands.map { ManPage(tool, $0, date: date, exitStatus: exitStatus) }
  }

  package init(_ tool: ToolDescription, date: String, exitStatus: [ExitStatus]) {
    name = tool.name
    body = [
      Self.header(tool.name, date, tool.abstract),
      Self.section("SYNOPSIS", [".Nm", ".Ar COMMAND", ".Op Ar options", ".Op Ar arguments"]),
      Self.section("DESCRIPTION", Mdoc.prose(tool.discussion.isEmpty ? tool.abstract : tool.discussion)),
      Self.section("COMMANDS", Mdoc.list(tool.commands.map { ("Cm " + Mdoc.words($0.name), $0.abstract) })),
      Self.options(tool.globals, before: ["Every command takes these options."]),
      Self.section("EXIT STATUS", Mdoc.list(exitStatus.map { ("Li " + Mdoc.words($0.status), $0.meaning) })),
      Self.seeAlso(tool.commands.map { Self.name(tool, $0) }),
    ].flatMap { $0 }
  }

  package init(
    _ tool: ToolDescription, _ command: CommandDescription, date: String, exitStatus: [ExitStatus]
  ) {
    name = Self.name(tool, command)
    let synopsis =
      [".Nm " + tool.name, ".Cm " + Mdoc.words(command.name)]
      + (command.options + command.operands).map(Mdoc.synopsis) + [".Op Ar global options"]
    let prose = command.abstract + (command.discussion.isEmpty ? "" : "\n\n" + command.discussion)
    let globals = ["The options of every command are described in", ".Xr \(tool.name) 1 ."]
    let siblings = tool.commands.filter { other in
      other != command && other.name.prefix { $0 != " " } == command.name.prefix { $0 != " " }
    }
    body = [
      Self.header(name, date, command.abstract),
      Self.section("SYNOPSIS", synopsis),
      Self.section("DESCRIPTION", Mdoc.prose(prose)),
      Self.options(command.operands + command.options, after: globals),
      Self.section("EXIT STATUS", Mdoc.list(exitStatus.map { ("Li " + Mdoc.words($0.status), $0.meaning) })),
      Self.section("EXAMPLES", Mdoc.examples(command.examples)),
      Self.seeAlso([tool.name] + siblings.map { Self.name(tool, $0) }),
    ].flatMap { $0 }
  }

  private static func name(_ tool: ToolDescription, _ command: CommandDescription) -> String {
    ([tool.name] + command.name.split(separator: " ").map(String.init)).joined(separator: "-")
  }

  private static func header(_ name: String, _ date: String, _ abstract: String) -> [String] {
    [".Dd " + date, ".Dt \(name.uppercased()) 1", ".Os"]
      + section("NAME", [".Nm " + name, ".Nd " + Mdoc.words(Mdoc.phrase(abstract))])
  }

  private static func options(
    _ arguments: [ArgumentDescription], before: [String] = [], after: [String] = []
  ) -> [String] {
    let list = Mdoc.list(arguments.map { (Mdoc.item($0), $0.fullHelp) })
    return section("OPTIONS", before + list + (list.isEmpty || after.isEmpty ? after : [".Pp"] + after))
  }

  private static func seeAlso(_ names: [String]) -> [String] {
    let sorted = names.sorted()
    return section(
      "SEE ALSO", sorted.map { ".Xr \($0) 1" + ($0 == sorted.last ? "" : " ,") })
  }

  private static func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [".Sh " + title] + lines
  }
}
