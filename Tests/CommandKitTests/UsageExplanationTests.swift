import Essentials
import Testing

@testable import CommandKit

@Suite struct UsageExplanationTests {
  @Test(arguments: [
    ("bogus", "unknown command 'bogus'", "port COMMAND [options]", "see the commands:  port --help"),
    ("sned", "unknown command 'sned'", "port COMMAND [options]", "did you mean:  port send"),
    (
      "lod", "unknown command 'lod'", "port COMMAND [options]",
      "did you mean:  port log\n  or:            port load"
    ),
    ("", "a command is missing", "port COMMAND [options]", "see the commands:  port --help"),
    (
      "crew", "'crew' needs a subcommand", "port crew COMMAND [options]",
      "see the commands:  port crew --help"
    ),
    (
      "crew hier", "unknown command 'crew hier'", "port crew COMMAND [options]",
      "did you mean:  port crew hire"
    ),
    (
      "crew hire", "RANK is missing", "port crew hire [options] RANK [NAME]",
      "It is one of: mate, cook, cabin-boy."
    ),
    (
      "crew hire boss", "'boss' is not valid for RANK: it must be mate, cook or cabin-boy",
      "port crew hire [options] RANK [NAME]", "see the options:  port crew hire --help"
    ),
    ("log --jsn", "unknown option --jsn", "port log [options]", "Did you mean --json?"),
    ("log -x", "unknown option -x", "port log [options]", "see the options:  port log --help"),
    ("log --password x", "there is no option --password", "port log [options]", "Use --password-file F."),
    (
      "log --json=1", "--json does not take a value", "port log [options]",
      "see the options:  port log --help"
    ),
    (
      "log -p", "--profile needs a value: --profile NAME", "port log [options]",
      "see the options:  port log --help"
    ),
    (
      "log -p -x", "--profile needs a value: --profile NAME", "port log [options]",
      "if the value begins with a dash, write:  --profile=-x"
    ),
    (
      "log -p a -p b", "--profile is given more than once", "port log [options]",
      "see the options:  port log --help"
    ),
    (
      "send --knots ten", "'ten' is not valid for --knots: it must be a whole number",
      "port send [options] [NUMBER]", "see the options:  port send --help"
    ),
    (
      "send a b", "unexpected argument 'b'", "port send [options] [NUMBER]",
      "see the options:  port send --help"
    ),
    ("log inspet", "unexpected argument 'inspet'", "port log [options]", "did you mean:  port log inspect"),
    (
      "tow", "PROGRAM is missing", "port tow [options] -- PROGRAM...", "Put -- before PROGRAM."
    ),
    (
      "tow ls", "unexpected argument 'ls'", "port tow [options] -- PROGRAM...",
      "Put -- before PROGRAM."
    ),
    ("load", "GOODS is missing", "port load [options] GOODS...", "see the options:  port load --help"),
  ])
  func aMistakeIsExplained(line: String, message: String, usage: String, hint: String) throws {
    let parsed = port.parse(line.split(separator: " ").map(String.init))
    guard case .failure(let error) = parsed.outcome else {
      Issue.record("\(line) is no mistake")
      return
    }
    let explanation = port.explanation(of: error, at: parsed.topic)
    #expect(explanation.message.english == message)
    #expect(explanation.usage == usage)
    #expect(explanation.hint.lines(columns: nil, in: .english).joined(separator: "\n") == "  " + hint)
  }

  @Test func commandsMisuseIsTheirOwnText() {
    #expect(
      port.explanation(of: .misuse("no number given", hint: "pass NUMBER"), at: .command("send"))
        == UsageExplanation(
          message: "no number given", usage: "port send [options] [NUMBER]", hint: "pass NUMBER"))
    #expect(
      port.explanation(of: .misuse("no number given"), at: .command("send")).hint
        == Hint("see the options", copying: "port send --help"))
  }

  @Test func aLongWordIsCutShort() {
    let word = String(repeating: "x", count: 61)
    #expect(
      port.explanation(of: port.unknownCommand(word), at: .root).message
        == "unknown command '\(word.dropLast())...'")
  }
}
