import LibC
import TestSupport
import Testing

/// `exec`, `curl` and git's helper, as the processes that they are.
@Suite struct TokenProgramTests {
  private let usher: Usher

  init() throws {
    usher = Usher()
    try usher.signIn()
  }

  private var token: String { usher.run("token").line }

  @Test func curlSendsTheHeaderAndKeepsItsStandardInput() throws {
    let server = EchoServer()
    let ending = usher.script(
      #"""
      printf 'the body' | usher curl -- -q -sS -d @- -H 'X-Mine: 1' "$1/notes"
      printf 'again' | usher curl -- -sS --data-binary @- "$1/more"
      """#, server.url)
    #expect(ending.status == 0, "\(ending.errors)")
    let requests = server.requests
    #expect(requests.map(\.target) == ["/notes", "/more"])
    #expect(requests.map(\.body) == ["the body", "again"])
    #expect(requests.map { $0.header("Authorization") } == [String](repeating: "Bearer " + token, count: 2))
    #expect(requests.first?.header("X-Mine") == "1")
  }

  @Test func aRedirectToAnotherHostDoesNotGetTheToken() throws {
    let other = EchoServer()
    let server = EchoServer(redirectingTo: "http://localhost:\(other.port)/there")
    let ending = usher.run("curl", "--", "-sSL", server.url + "/here")
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(server.requests.map { $0.header("Authorization") } == ["Bearer " + token])
    #expect(other.requests.map { $0.header("Authorization") } == [nil])
  }

  @Test func curlsArgumentsAndVariablesHoldNoToken() throws {
    let log = usher.home.path + "/execve"
    let server = EchoServer()
    let ending = usher.launch("curl", "--", "-sS", server.url + "/").under(
      ["strace", "-f", "-qq", "-v", "-s", "100000", "-e", "trace=execve", "-o", log]
    ).run()
    #expect(ending.status == 0, "\(ending.errors)")
    let started = try #require(usher.home.text(of: "execve"))
    #expect(started.contains("\"curl\", \"--config\""))
    #expect(!started.contains(token.suffix(24)))
  }

  @Test(arguments: ["git.example.com": 0, "evil.example": 128]) func gitGetsTheToken(
    host: String, status: Int32
  ) {
    let ending = usher.script(
      #"""
      export GIT_TERMINAL_PROMPT=0 GIT_CONFIG_NOSYSTEM=1
      git config --global credential.helper store
      git config --global --add credential.helper ''
      git config --global --add credential.helper '!usher credential --profile local --host git.example.com'
      printf 'protocol=https\nhost=%s\n\n' "$1" | git credential fill
      """#, host)
    #expect(ending.status == status, "\(ending.errors)")
    #expect(ending.output.split(separator: "\n").contains("password=\(token)") == (status == 0))
    #expect(ending.output.contains(token) == (status == 0))
  }

  #if os(Linux)
    @Test func noFileOfOursIsOpenWhileAProgramRuns() {
      let ending = usher.run("exec", "--", "sh", "-c", "ls -l /proc/$PPID/fd")
      #expect(ending.status == 0, "\(ending.errors)")
      #expect(ending.output.contains(" 0 -> "))
      #expect(!ending.output.contains(usher.home.path), "\(ending.output)")
    }
  #endif

  @Test(arguments: [["exec", "--", "sh", "-c", "exit 9"], ["curl", "--", "-sS", "http://127.0.0.1:1/"]])
  func theProgramsStatusIsOurs(_ words: [String]) {
    #expect(usher.run(words).status == (words[0] == "exec" ? 9 : 7))
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGUSR1] as [Int32])
  func signalsArePassedOnAndDiedOf(signal: Int32) throws {
    let trapped = usher.launch(
      "exec", "--", "bash", "-c",
      "trap 'exit 21' TERM INT HUP USR1; echo ready; while :; do sleep 0.02; done"
    ).start()
    try trapped.wait(forOutput: "ready\n")
    trapped.send(signal)
    #expect(trapped.wait().status == 21)

    let other = usher.launch("exec", "--", "sh", "-c", "echo ready; exec sleep 3600").start()
    try other.wait(forOutput: "ready\n")
    other.send(signal)
    #expect(other.wait().signal == signal)
  }

  @Test func theTokensFileIsGoneAfterASignal() throws {
    let path = usher.home.path + "/token"
    let program = usher.launch(
      "exec", "--token-file", path, "--", "bash", "-c", "echo ready; while :; do sleep 0.02; done"
    ).start()
    try program.wait(forOutput: "ready\n")
    #expect(access(path, F_OK) == 0)
    program.send(SIGTERM)
    #expect(program.wait().signal == SIGTERM)
    #expect(access(path, F_OK) != 0)
  }

  @Test func aParentThatIgnoresItsChildrenLearnsTheStatus() {
    let program = ["usher", "exec", "--", "sh", "-c", "exit 9"]
    let ending = usher.script(
      """
      exec python3 -c 'import os, signal, sys
      signal.signal(signal.SIGCHLD, signal.SIG_IGN)
      os.execvp(sys.argv[1], sys.argv[1:])' \(program.map { "'\($0)'" }.joined(separator: " "))
      """)
    #expect(ending.status == 9, "\(ending.errors)")
  }
}
