import TestSupport
import Testing

/// The checked-in completions, which ask the binary for the values of the state.
struct LiveCompletionTests {
  private let usher = Usher()

  @Test(
    arguments: [
      (
        "bash",
        #"""
        source "$1/completions/usher.bash"; COMP_WORDBREAKS=$' \t\n"\'@><=;|&(:'
        COMP_LINE='usher whoami --as kim+'; COMP_POINT=${#COMP_LINE}; _usher; echo "${COMPREPLY[0]}"
        """#
      ),
      ("fish", "source $argv[2]/completions/usher.fish; complete -C 'usher whoami --as kim+' | cut -f 1"),
    ])
  func aSessionOfTheStateIsOffered(_ shell: String, _ script: String) throws {
    try usher.signIn("--as", "kim+ci@example.com")
    let launch = usher.shellLaunch(script, [Project.folder], shell: shell)
    #expect(launch.run() == Ending(status: 0, signal: nil, output: "kim+ci@example.com\n", errors: ""))
  }

  /// Neither a lock, nor a server, nor a word on standard error.
  @Test func theAnswerWaitsForNothing() throws {
    try usher.signIn("--as", "alice")
    let ending = usher.script(
      """
      exec 9<>config/state.lock; flock 9
      chmod a-w config
      export USHER_ENDPOINT=local http_proxy=http://127.0.0.1:1
      usher __complete -- whoami --as a
      """)
    #expect(ending == Ending(status: 0, signal: nil, output: "alice\t+16505553434\n", errors: ""))
  }
}
