import CommandKit
import Foundation
import Testing

/// The completion scripts in the shells that they are for.
@Suite struct ShellTests {
  /// What is typed, and what is offered; bash and fish sort, zsh keeps the order.
  private static let offers: [(line: String, words: Set<String>)] = [
    ("port ", ["send", "crew", "log", "load", "tow"]),
    ("port cr", ["crew"]),
    ("port --json crew ", ["hire", "list"]),
    ("port -p crew crew h", ["hire"]),
    ("port crew hire ", ["mate", "cook", "cabin-boy"]),
    ("port --timeout 5 crew --quiet hire c", ["cook", "cabin-boy"]),
    ("port crew hire mate ", []),
    ("port crew hire --wa", ["--wait"]),
    ("port crew hire --wait ", []),
    ("port crew list --wait --js", ["--json"]),
    ("port log ", ["inspect"]),
    ("port log --ver", ["--version"]),
    ("port log inspect an", ["anchor"]),
    ("port send --speed ", ["slow", "fast"]),
    ("port --endpoint l", ["local"]),
    ("port send --papers-file an", ["anchor"]),
    ("port load --into ", ["berth"]),
    ("port load x an", ["anchor"]),
    ("port tow --rope 3 -- portsid", ["portside"]),
    ("port tow -- portside an", ["anchor"]),
    ("port bogus ", []),
  ]

  @Test func bashOffersWhatMayFollow() throws {
    let folder = try Folder()
    defer { folder.remove() }
    try folder.write(BashCompletion(port.description).script, to: "port.bash")
    for (line, words) in Self.offers {
      #expect(
        try folder.completeInBash(line.split(separator: " ", omittingEmptySubsequences: false)) == words,
        "\(line)")
    }
    // bash takes these apart where it finds = and :
    #expect(try folder.completeInBash(["port", "send", "--speed", "="]) == ["slow", "fast"])
    #expect(try folder.completeInBash(["port", "send", "--speed", "=", "f"]) == ["fast"])
    #expect(
      try folder.completeInBash(["port", "--endpoint", "=", "http", ":", "//h", ":", "99", "crew", ""])
        == ["hire", "list"])
  }

  @Test func shellcheckFindsNothingToComplainOf() throws {
    for tool in [port.description, skiff.description] {
      #expect(try Program("shellcheck", "-").run(input: BashCompletion(tool).script) == "")
    }
  }

  @Test func fishOffersWhatMayFollow() throws {
    let folder = try Folder()
    defer { folder.remove() }
    try folder.write(FishCompletion(port.description).script, to: "port.fish")
    let lines = Self.offers.map(\.line) + ["port send --speed=f"]
    let ask = lines.map { "complete -C '\($0)'; echo ==" }.joined(separator: "\n")
    let answers = try Program("fish", "--no-config", "-c", "set -a PATH $PWD; source port.fish; " + ask)
      .run(in: folder.url).split(separator: "==\n", omittingEmptySubsequences: false)
    for (line, answer) in zip(lines, answers) {
      let words = answer.split(separator: "\n").map { word in
        String(word.prefix { $0 != "\t" && $0 != "/" })
      }
      let expected = Self.offers.first { $0.line == line }?.words ?? ["--speed=fast"]
      #expect(Set(words) == expected, "\(line)")
    }
    #expect(answers.count == lines.count + 1)
  }

  @Test func zshOffersWhatMayFollow() throws {
    let folder = try Folder()
    defer { folder.remove() }
    try folder.write(ZshCompletion(port.description).script, to: "_port")
    try folder.write(Self.zshInside, to: "inside.zsh")
    try folder.write(Self.zshOutside, to: "outside.zsh")
    let lines = Self.offers.map(\.line) + ["port send --speed=f", "port -qpx crew hire m"]
    let answers = try Program("zsh", "-f", "outside.zsh")
      .run(input: lines.joined(separator: "\n") + "\n", in: folder.url).split(separator: "\n")
    for (line, answer) in zip(lines, answers) {
      let expected =
        Self.offers.first { $0.line == line }?.words ?? (line.hasSuffix("m") ? ["mate"] : ["fast"])
      #expect(answer.hasPrefix("offers"), "\(line)")
      #expect(Set(answer.split(separator: " ").dropFirst().map(String.init)) == expected, "\(line)")
    }
    #expect(answers.count == lines.count)
  }

  /// Types each line of the input at an interactive zsh on a terminal of its own, presses tab, and prints what
  /// was offered.
  private static let zshOutside = """
    zmodload zsh/zpty zsh/zselect
    zpty -b inner zsh -f -i
    zpty -w inner "PS1=; LISTMAX=10000; path+=($PWD); fpath=($PWD \\$fpath)"
    zpty -w inner "autoload -Uz compinit; compinit -u -D; source $PWD/inside.zsh"
    while IFS= read -r line; do
      rm -f done
      zpty -w -n inner $'\\x15'"$line"$'\\t'
      for ((i = 0; i < 1000; i++)); do
        [[ -e done ]] && break
        zpty -r -t inner discarded
        zselect -t 1
      done
      [[ -e done ]] && print -r -- offers ${(f)"$(<hits)"} || print timeout
    done
    """

  private static let zshInside = """
    compadd() {
      if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then
        builtin compadd "$@"
        return
      fi
      local -a hits
      builtin compadd -A hits "$@"
      print -rl -- $hits >>hits
      builtin compadd "$@"
    }
    offered() {
      : >hits
      _main_complete
      : >done
    }
    zle -C offered complete-word offered
    bindkey '^I' offered
    """
}

/// A folder with a file, a folder and a program to be offered.
private struct Folder {
  let url = FileManager.default.temporaryDirectory.appending(path: "shell-tests-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(
      at: url.appending(path: "berth"), withIntermediateDirectories: true)
    try write("", to: "anchor")
    try write("", to: "portside")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: url.appending(path: "portside").path)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appending(path: name))
  }

  func remove() {
    try? FileManager.default.removeItem(at: url)
  }

  func completeInBash(_ words: [Substring]) throws -> Set<String> {
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let output = try Program(
      "bash", "--norc", "-c",
      """
      PATH=$PATH:$PWD; source port.bash; COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1)
      _port; printf '%s\\n' "${COMPREPLY[@]}"
      """
    ).run(in: url)
    return Set(output.split(separator: "\n").map(String.init))
  }
}
