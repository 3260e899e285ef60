import Essentials
import Testing

@testable import CommandKit

@Suite struct HelpPageTests {
  @Test func theRootListsCommandsAndGroupsInOrder() {
    #expect(
      port.help(on: .root)
        == #"""
        usage: port COMMAND [options]

        Send ships on their way. Ships wait in the harbour until they are sent. Nothing
        leaves by itself.

        Commands:
          send  Send a ship.
          crew  Who sails.
          log   Print the log.
          load  Load goods.
          tow   Run a program with a ship in tow.

        """#)
  }

  @Test func theRootShowsCommandsBySectionsWithTheirColumnsInLine() {
    let table = port.with(
      sections: CommandSection(
        "Sail", .init("send", "tow", summary: "Leave the harbour, alone or not."),
        .init("crew", summary: "Sailors.")),
      CommandSection("Look", .init("log", summary: "Read what happened.")))
    #expect(
      table.help(on: .root, width: 40)
        == #"""
        usage: port COMMAND [options]

        Send ships on their way. Ships wait in
        the harbour until they are sent. Nothing
        leaves by itself.

        Sail:
          send, tow  Leave the harbour, alone or
                     not.
          crew       Sailors.
        Look:
          log        Read what happened.
        Commands:
          load       Load goods.

        """#)
  }

  @Test func aGroupListsItsCommands() {
    #expect(
      port.help(on: .group("crew"))
        == #"""
        usage: port crew COMMAND [options]

        Who sails.

        Commands:
          hire  Hire a sailor.
          list  List the sailors.

        More: port crew COMMAND --help, port help options

        """#)
  }

  @Test func aCommandShowsAllThatIsDeclared() {
    #expect(
      port.help(on: .command("send"))
        == #"""
        usage: port send [options] [NUMBER]

        Send a ship.

        Examples:
          # Send one ship.
          port send +100
          # Send it fast.
          port send --speed fast 'two words' | tee log

        The ship's number has its country's code in front, or the ship stays. A number
        without one is refused by the harbour's --master.

          port send +100

        .Lines may begin with a dot.

        Arguments:
          NUMBER  The ship's number.

        Options:
          -t, --tag T        Mark the ship. May be repeated.
              --speed SPEED  How fast it goes. One of: slow, fast.
              --knots N      How fast exactly.
          -a, --again        Send it once more, even if [it] is 'under way': $HOME.

        The ship's papers: --papers-file F

        More: port help options

        """#)
  }

  /// With a command that is another name of one with an option, a manual of its own, and a group in sections.
  private static let fleet = ToolDescription(
    name: "fleet", abstract: "Sail.", discussion: "", globals: [],
    groups: [
      CommandGroup(
        "boat", abstract: "The boats.",
        sections: CommandSection("Water", .init("row"), .init("sail", "drift", summary: "Go.")))
    ],
    commands: [
      CommandDescription(
        name: "boat row", abstract: "Row a boat.", manual: "Oars are long.\n\n  fleet boat row",
        arguments: [
          .flag("fast", help: "Row fast."), .flag("back", help: "Row back."),
          ArgumentDescription(kind: .positional, name: "boat", value: "BOAT", help: "Which."),
        ]),
      CommandDescription(
        name: "return", abstract: "Come back.", sameAs: "boat row --back",
        arguments: [.flag("fast", help: "Row fast.")], examples: [Example("fleet return", "Come back.")]),
      CommandDescription(name: "boat sail", abstract: "Sail."),
      CommandDescription(name: "boat drift", abstract: "Drift."),
      CommandDescription(name: "boat sink", abstract: "Sink."),
    ])

  @Test func anotherNameOfACommandLeadsToIt() {
    #expect(
      HelpPage(Self.fleet, .command("return")).text
        == """
        usage: fleet return [options]

        Come back.

        Examples:
          # Come back.
          fleet return

        The same as:
          fleet boat row --back
        It takes the same options, except --back:
          fleet boat row --help

        More: fleet help options

        """)
  }

  @Test func aGroupMayHaveSections() {
    #expect(
      HelpPage(Self.fleet, .group("boat")).text
        == """
        usage: fleet boat COMMAND [options]

        The boats.

        Water:
          row          Row a boat.
          sail, drift  Go.
        Commands:
          sink         Sink.

        More: fleet boat COMMAND --help, fleet help options

        """)
  }

  @Test func whatOnlyTheManualSaysIsReferredTo() {
    #expect(
      HelpPage(Self.fleet, .command("boat row")).text
        == """
        usage: fleet boat row [options] [BOAT]

        Row a boat.

        Arguments:
          BOAT  Which.

        Options:
          --fast  Row fast.
          --back  Row back.

        More: fleet help options, man fleet-boat-row

        """)
  }

  @Test func aCommandWithCommandsBelowItListsThem() {
    #expect(
      port.help(on: .command("log"))
        == #"""
        usage: port log [options]

        Print the log.

        Commands:
          inspect  Explain a log.

        More: port help options

        """#)
  }

  @Test func aNarrowPageIsWrapped() {
    #expect(
      port.help(on: .command("crew hire"), width: 40)
        == #"""
        usage: port crew hire [options] RANK [NAME]

        Hire a sailor.

        Examples:
          # Hire Ann.
          port crew hire mate Ann

        Arguments:
          RANK  The sailor's rank. One of: mate,
                cook, cabin-boy.
          NAME  The sailor's name.

        Options:
          --wait D  Wait for the sailor.

        More: port help options

        """#)
  }

  @Test func theFieldsOfAResultStandTogetherByMember() {
    #expect(
      port.help(on: .command("crew list"))
        == #"""
        usage: port crew list [options]

        List the sailors.

        Options:
          --wait  Wait for all.

        More: port help options, port help json crew list

        """#)
    #expect(
      port.fields(of: "crew list")
        == #"""
        Fields of the JSON result of port crew list:
          count
          crew[]   name, rank, wage.*
          log.*
          harbour  name

        """#)
    #expect(port.fields(of: "send") == "port send prints no JSON result.\n")
  }
}
