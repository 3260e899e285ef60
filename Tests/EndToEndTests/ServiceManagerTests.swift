import Essentials
import LibC
import TestSupport
import Testing

/// `serve` as systemd starts it: on a socket that was handed over, and telling when it listens.
@Suite struct ServiceManagerTests {
  private let usher = Usher()

  /// Runs the words given with a socket at descriptor 3, and prints where that listens, then what it was told.
  private static let manager = #"""
    import ctypes, os, signal, socket, sys, tempfile, threading
    kind, pid, count = sys.argv[1:4]
    if kind == "udp":
        given = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); given.bind(("127.0.0.1", 0))
    elif kind == "unix":
        given = socket.socket(socket.AF_UNIX); given.bind(tempfile.mkdtemp() + "/s"); given.listen()
    elif kind == "all":
        given = socket.create_server(("0.0.0.0", 0))
    elif kind == "v6":
        given = socket.create_server(("::1", 0), family=socket.AF_INET6)
    else:
        given = socket.create_server(("127.0.0.1", 0))
    # Connected before anybody serves: it is answered all the same.
    told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    name = "\0usher-test-%d" % os.getpid() if pid == "abstract" else tempfile.mkdtemp() + "/notify"
    told.bind(name); told.settimeout(60)
    if isinstance(given.getsockname(), tuple): print(given.getsockname()[1], flush=True)
    child = os.fork()
    if child == 0:
        if sys.platform == "linux": ctypes.CDLL(None).prctl(1, 9)  # It does not outlive the manager.
        os.dup2(given.fileno(), 3); os.set_inheritable(3, True)
        os.environ["LISTEN_PID"] = "1" if pid == "other" else str(os.getpid())
        os.environ["LISTEN_FDS"] = count
        os.environ["NOTIFY_SOCKET"] = name.replace("\0", "@")
        os.execvp(sys.argv[4], sys.argv[4:])
    given.close()
    signal.signal(signal.SIGTERM, lambda *_: os.kill(child, 15))
    def end():
        _, status = os.waitpid(child, 0)
        print("ended", os.waitstatus_to_exitcode(status), flush=True); os._exit(0)
    threading.Thread(target=end).start()
    while True:
        word = told.recv(100).decode(); print(word, flush=True)
        if word == "READY=1" and kind != "stays": os.kill(child, 15)
    """#

  /// What the manager saw.
  private func outcome(_ kind: String, pid: String = "own", count: String = "1", _ options: String...)
    -> Ending
  {
    Launch(
      words: ["python3", "-c", Self.manager, kind, pid, count, Usher.binary, "serve"] + options,
      environment: usher.environment
    ).run()
  }

  @Test(arguments: ["tcp", "v6"], ["own", "abstract"]) func aSocketThatIsHandedOverIsServed(
    kind: String, pid: String
  ) {
    let ending = outcome(kind, pid: pid, "--port", "1", "--field", "port")
    let lines = ending.output.split(separator: "\n")
    // The manager's word and the server's.
    #expect(lines.count == 5 && lines[0] == lines[1], "\(ending)")
    #expect(lines.dropFirst(2) == ["READY=1", "STOPPING=1", "ended 0"], "\(ending)")
  }

  @Test func whoConnectsAtOnceIsAnsweredAndNoCodeIsInTheLog() throws {
    let program = Launch(
      words: ["python3", "-c", Self.manager, "stays", "own", "1", Usher.binary, "serve"],
      environment: usher.environment
    ).start()
    let port = try program.firstLine()
    // At once, whether or not it listens yet.
    let answer = usher.script("curl -sS --max-time 60 http://127.0.0.1:\(port)/healthz")
    #expect(answer.output.firstRange(of: "\"ready\":true") != nil, "\(answer)")
    let client = usher.at("http://127.0.0.1:\(port)")
    #expect(client.run("verify-phone", "+16505550123", "--quiet").status == 0)
    program.send(SIGTERM)
    let errors = program.wait().errors
    #expect(
      errors == """
        For SDKs, and for usher in another terminal, set this variable; without it, usher runs a server of its own:
          export FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:\(port)
        The server loses its accounts when it ends. To keep them, use --data FILE.
        The codes and links are at this address:
          http://127.0.0.1:\(port)/inbox

        """)
  }

  /// systemd says which stream of its services is the journal.
  @Test func codesAreInNoJournal() throws {
    let told = usher.script(
      #"""
      exec 2>log
      export JOURNAL_STREAM=$(stat -Lc %d:%i log)
      usher serve --port 0 -- usher verify-phone +16505550123 --no-wait --quiet
      grep -c 'SMS to' log
      export JOURNAL_STREAM=1:1
      usher serve --port 0 -- usher verify-phone +16505550123 --no-wait --quiet
      grep -c 'SMS to' log
      """#)
    #expect(told.output == "0\n1\n", "\(told)")
  }

  @Test func aSocketThatOthersReachNeedsAnOwnersToken() {
    let ending = outcome("all")
    #expect(ending.output.hasSuffix("ended 64\n"), "\(ending)")
    #expect(ending.errors.hasPrefix("error: 0.0.0.0 can be reached from other machines"), "\(ending)")
  }

  @Test(arguments: [("udp", "1", 69), ("unix", "1", 69), ("tcp", "2", 78), ("tcp", "x", 78)])
  func whatIsNoSocketToServeIsRefused(kind: String, count: String, status: Int32) {
    let ending = outcome(kind, count: count)
    #expect(ending.output.hasSuffix("ended \(status)\n"), "\(ending)")
    #expect(ending.errors.hasPrefix("error: "), "\(ending)")
  }

  /// A parent's, whose variables were handed on.
  @Test func somebodyElsesSocketIsLeftAlone() {
    let ending = outcome("tcp", pid: "other", "--port", "0", "--field", "port")
    let lines = ending.output.split(separator: "\n")
    #expect(lines.count == 5 && lines[0] != lines[1], "\(ending)")
  }

  @Test func aProgramIsHandedNeitherSocketNorVariables() {
    let ending = outcome(
      "stays", "--", "sh", "-c", "env | grep -c -e LISTEN_ -e NOTIFY_; test -e /proc/self/fd/3; echo $?")
    #expect(ending.output.firstRange(of: "READY=1\n0\n1\nSTOPPING=1\nended 0\n") != nil, "\(ending)")
  }
}
