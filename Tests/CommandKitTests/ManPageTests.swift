import CommandPages
import Essentials
import TestSupport
import Testing

@testable import CommandKit

@Suite struct ManPageTests {
  private let pages = ManPage.all(
    of: port.description, date: "November 20, 2026",
    sections: [
      ManPage.Section(
        "ENVIRONMENT", "Ev", HelpText([("PORT", "The harbour.")], prose: "Nothing else counts.")),
      ManPage.Section("EXIT STATUS", "Li", HelpText([("0", "Done."), ("64", "The command line is wrong.")])),
    ],
    topics: [
      ManPage.Topic("tides", abstract: "When to sail.", HelpText(prose: "At high tide.\n\n  port send")),
      ManPage.Topic(
        "charts", section: 5, abstract: "The form of charts.", HelpText(prose: "On paper."),
        sections: [ManPage.Section("SIGNS", "Li", HelpText([("+", "A rock.")]))], commands: ["crew"]),
    ])

  @Test func everyCommandGroupAndTopicHasAPage() {
    #expect(
      pages.map(\.fileName) == [
        "port.1", "port-send.1", "port-crew-hire.1", "port-crew-list.1", "port-log.1", "port-log-inspect.1",
        "port-load.1", "port-tow.1", "port-crew.1", "port-tides.7", "port-charts.5",
      ])
  }

  @Test func theToolsPageListsTheCommands() {
    #expect(
      pages[0].text
        == #"""
        .Dd November 20, 2026
        .Dt PORT 1
        .Os
        .Sh NAME
        .Nm port
        .Nd send ships on their way
        .Sh SYNOPSIS
        .Nm
        .Ar COMMAND
        .Op Ar options
        .Op Ar arguments
        .Sh DESCRIPTION
        Send ships on their way.
        Ships wait in the harbour until they are sent.
        Nothing leaves by itself.
        .Sh COMMANDS
        .Bl -tag -width Ds
        .It Cm send
        Send a ship.
        .It Cm crew hire
        Hire a sailor.
        .It Cm crew list
        List the sailors.
        .It Cm log
        Print the log.
        .It Cm log inspect
        Explain a log.
        .It Cm load
        Load goods.
        .It Cm tow
        Run a program with a ship in tow.
        .El
        .Sh OPTIONS
        Every command takes these options.
        .Bl -tag -width Ds
        .It Fl p , Fl \-profile Ar NAME
        Use this profile.
        .It Fl \-json
        Print one JSON object.
        .It Fl q , Fl \-quiet
        Print results only.
        .It Fl \-timeout Ar D
        Give up after this time.
        .It Fl \-endpoint Ar local|URL
        Talk to this harbour.
        .It Fl h , Fl \-help
        Show help for the command.
        .It Fl \-version
        Show the version.
        .El
        .Sh ENVIRONMENT
        .Bl -tag -width Ds
        .It Ev PORT
        The harbour.
        .El
        .Pp
        Nothing else counts.
        .Sh EXIT STATUS
        .Bl -tag -width Ds
        .It Li 0
        Done.
        .It Li 64
        The command line is wrong.
        .El
        .Sh SEE ALSO
        .Xr port-charts 5 ,
        .Xr port-tides 7

        """#)
  }

  @Test func theToolsPageListsTheCommandsBySections() throws {
    let table = port.with(
      sections: CommandSection(
        "Sail", .init("send", "tow", "load", summary: "Leave the harbour."),
        .init("crew", summary: "Sailors.")))
    let page = try #require(ManPage.all(of: table.description, date: "November 20, 2026", sections: []).first)
    #expect(
      page.text.contains(
        #"""
        .Sh COMMANDS
        .Bl -tag -width Ds
        .It Cm log
        Print the log.
        .It Cm log inspect
        Explain a log.
        .El
        .Ss Sail
        .Bl -tag -width Ds
        .It Cm send
        Send a ship.
        .It Cm crew hire
        Hire a sailor.
        .It Cm crew list
        List the sailors.
        .It Cm load
        Load goods.
        .It Cm tow
        Run a program with a ship in tow.
        .El
        .Sh OPTIONS
        """#))
    #expect(try complaints(of: page) == [])
  }

  @Test func aCommandsPageShowsAllThatIsDeclared() {
    #expect(
      pages[1].text
        == #"""
        .Dd November 20, 2026
        .Dt PORT-SEND 1
        .Os
        .Sh NAME
        .Nm port-send
        .Nd send a ship
        .Sh SYNOPSIS
        .Nm port
        .Cm send
        .Op Fl \-tag Ar T ...
        .Op Fl \-speed Ar SPEED
        .Op Fl \-knots Ar N
        .Op Fl \-again
        .Op Fl \-papers\-file Ar F
        .Op Ar NUMBER
        .Op Ar global options
        .Sh DESCRIPTION
        Send a ship.
        .Pp
        The ship's number has its country's code in front, or the ship stays.
        A number without one is refused by the harbour's \-\-master.
        .Bd -literal -offset 2n
        port send +100
        .Ed
        .Pp
        \&.Lines may begin with a dot.
        .Sh OPTIONS
        .Bl -tag -width Ds
        .It Ar NUMBER
        The ship's number.
        .It Fl t , Fl \-tag Ar T
        Mark the ship.
        .It Fl \-speed Ar SPEED
        How fast it goes.
        One of: slow, fast.
        .It Fl \-knots Ar N
        How fast exactly.
        .It Fl a , Fl \-again
        Send it once more, even if [it] is 'under way': $HOME.
        .El
        .Pp
        The options of every command are described in
        .Xr port 1 .
        .Ss \&The ship's papers
        .Bl -tag -width Ds
        .It Fl \-papers\-file Ar F
        Read the papers from a file.
        .El
        .Sh EXIT STATUS
        The exit statuses are listed in
        .Xr port 1 .
        .Sh EXAMPLES
        Send one ship.
        .Bd -literal -offset 2n
        port send +100
        .Ed
        .Pp
        Send it fast.
        .Bd -literal -offset 2n
        port send \-\-speed fast 'two words' | tee log
        .Ed
        .Sh SEE ALSO
        .Xr port 1

        """#)
  }

  @Test func aProgramAfterTwoDashesIsShownSo() {
    #expect(
      pages[7].text
        == #"""
        .Dd November 20, 2026
        .Dt PORT-TOW 1
        .Os
        .Sh NAME
        .Nm port-tow
        .Nd run a program with a ship in tow
        .Sh SYNOPSIS
        .Nm port
        .Cm tow
        .Op Fl \-rope Ar LENGTH
        .Fl \- Ar PROGRAM ...
        .Op Ar global options
        .Sh DESCRIPTION
        Run a program with a ship in tow.
        .Sh OPTIONS
        .Bl -tag -width Ds
        .It Ar PROGRAM
        What to run.
        .It Fl \-rope Ar LENGTH
        The rope's length.
        .El
        .Pp
        The options of every command are described in
        .Xr port 1 .
        .Sh EXIT STATUS
        The exit statuses are listed in
        .Xr port 1 .
        .Sh SEE ALSO
        .Xr port 1

        """#)
  }

  @Test func aTopicHasAPageInSectionSeven() {
    #expect(
      pages[9].text
        == #"""
        .Dd November 20, 2026
        .Dt PORT-TIDES 7
        .Os
        .Sh NAME
        .Nm port-tides
        .Nd when to sail
        .Sh DESCRIPTION
        At high tide.
        .Bd -literal -offset 2n
        port send
        .Ed
        .Sh SEE ALSO
        .Xr port 1

        """#)
  }

  @Test func aTopicMayBeAboutAFile() {
    #expect(
      pages[10].text
        == #"""
        .Dd November 20, 2026
        .Dt PORT-CHARTS 5
        .Os
        .Sh NAME
        .Nm port-charts
        .Nd the form of charts
        .Sh DESCRIPTION
        On paper.
        .Sh SIGNS
        .Bl -tag -width Ds
        .It Li +
        A rock.
        .El
        .Sh SEE ALSO
        .Xr port 1 ,
        .Xr port-crew-hire 1 ,
        .Xr port-crew-list 1

        """#)
  }

  @Test func aGroupsPageListsItsCommands() {
    #expect(
      pages[8].text
        == #"""
        .Dd November 20, 2026
        .Dt PORT-CREW 1
        .Os
        .Sh NAME
        .Nm port-crew
        .Nd who sails
        .Sh SYNOPSIS
        .Nm port
        .Cm crew
        .Ar COMMAND
        .Op Ar options
        .Op Ar arguments
        .Sh DESCRIPTION
        Who sails.
        .Sh COMMANDS
        .Bl -tag -width Ds
        .It Cm crew hire
        Hire a sailor.
        .It Cm crew list
        List the sailors.
        .El
        .Sh SEE ALSO
        .Xr port 1 ,
        .Xr port-crew-hire 1 ,
        .Xr port-crew-list 1 ,
        .Xr port-charts 5

        """#)
  }

  @Test func anotherNameOfACommandLeadsToItsPage() throws {
    let tool = ToolDescription(
      name: "port", abstract: "Sail.", discussion: "", globals: [],
      groups: [
        CommandGroup("crew", abstract: "Sailors.", sections: CommandSection("Pay", .init("pay")))
      ],
      commands: [
        CommandDescription(
          name: "crew pay", abstract: "Pay a sailor.", discussion: "In gold.",
          manual: "On Fridays.\n\n  port crew pay",
          arguments: [.flag("well", help: "Pay well."), .flag("all", help: "Pay all.")]),
        CommandDescription(
          name: "payday", abstract: "Pay all.", sameAs: "crew pay --all",
          arguments: [.flag("well", help: "Pay well.")]),
      ])
    let pages = ManPage.all(of: tool, date: "November 20, 2026", sections: [])
    #expect(
      pages[2].text
        == #"""
        .Dd November 20, 2026
        .Dt PORT-PAYDAY 1
        .Os
        .Sh NAME
        .Nm port-payday
        .Nd pay all
        .Sh SYNOPSIS
        .Nm port
        .Cm payday
        .Op Ar options
        .Op Ar global options
        .Sh DESCRIPTION
        Pay all.
        .Pp
        The same as:
        .Bd -literal -offset 2n
        port crew pay \-\-all
        .Ed
        .Sh OPTIONS
        The options are those of
        .Xr port-crew-pay 1 ,
        except \-\-all.
        .Sh EXIT STATUS
        The exit statuses are listed in
        .Xr port 1 .
        .Sh SEE ALSO
        .Xr port 1

        """#)
    #expect(
      pages[1].text.contains(
        """
        .Sh DESCRIPTION
        Pay a sailor.
        .Pp
        In gold.
        .Pp
        On Fridays.
        .Bd -literal -offset 2n
        port crew pay
        .Ed
        .Sh OPTIONS
        """))
    #expect(
      pages[3].text.contains(
        """
        .Sh COMMANDS
        .Ss \\&Pay
        .Bl -tag -width Ds
        .It Cm crew pay
        Pay a sailor.
        .El
        """))
    for page in pages { #expect(try complaints(of: page) == []) }
  }

  @Test func theCommandsThatGoOnWithACommandsNameStandOnItsPage() {
    #expect(
      pages[4].text.contains(
        #"""
        .Sh COMMANDS
        .Bl -tag -width Ds
        .It Cm log inspect
        Explain a log.
        .El
        .Sh OPTIONS
        """#))
  }

  @Test func theFieldsOfAResultStandTogetherByMember() {
    #expect(
      pages[3].text.contains(
        #"""
        .Sh RESULT
        With \-\-json, the result has these fields, besides those of every result.
        .Bl -tag -width Ds
        .It Li count
        .It Li crew[]
        name, rank, wage.*
        .It Li log.*
        .It Li harbour
        name
        .El
        .Sh EXIT STATUS
        """#))
    #expect(!pages[1].text.contains(".Sh RESULT"))
  }

  @Test func mandocFindsNothingToComplainOf() throws {
    for page in pages { #expect(try complaints(of: page) == []) }
  }

  @Test func macrosAndRequestsInTextAreOnlyText() throws {
    let hostile = ToolDescription(
      name: "port", abstract: "An .Sh \\fBword\\fP.",
      discussion: ".Sh NAME\n\n'quoted\n\n .Ed\n\nSay \"Fl\" -- or \\n.", globals: [], groups: [],
      commands: [
        CommandDescription(
          name: "send", abstract: "Nm Op.",
          arguments: [ArgumentDescription(kind: .option, name: "to", value: "Ar | ]", help: ".It Fl.")],
          examples: [Example(".Xr a\\b", ".Sh X.")])
      ])
    let pages = ManPage.all(
      of: hostile, date: "November 20, 2026",
      sections: [ManPage.Section("FILES", "Pa", HelpText([("Er", ".")], prose: ".El"))],
      topics: [ManPage.Topic("Xr", abstract: ".Nm \\n.", HelpText(prose: "'.\n\n .Sh"))])
    for page in pages { #expect(try complaints(of: page) == []) }
    let shown = try pages.map { page in
      try Program("sh", "-c", "mandoc -T ascii -O width=200 | col -b").run(input: page.text)
    }
    for text in [".Sh NAME", "'quoted", ".Ed", #"Say "Fl" -- or \n."#, #"an .Sh \fBword\fP"#] {
      #expect(shown[0].contains(text), "\(text)")
    }
    for text in ["nm Op", "--to Ar | ]", ".It Fl.", #".Xr a\b"#, ".Sh X."] {
      #expect(shown[1].contains(text), "\(text)")
    }
    #expect(shown[0].contains(" Er\t"))
    #expect(shown[2].contains(#".Nm \n"#))
  }

  /// What mandoc says, except that the other pages are not installed.
  private func complaints(of page: ManPage) throws -> [Substring] {
    try Program("mandoc", "-T", "lint", "-W", "style").run(input: page.text)
      .split(separator: "\n").filter { !$0.contains("referenced manual not found: Xr port") }
  }
}
