import IdentityToolkit
import LibC
import Testing

/// `serve -- CMD`: a server for the time of one program.
@Suite struct ServeCommandTests {
  private let usher = Usher()

  @Test func theProgramFindsTheServerInItsEnvironment() {
    let ending = usher.script(
      #"""
      usher serve --port 0 --project demo-tests --quiet -- sh -c '
        echo "$GCLOUD_PROJECT"; echo "$FIREBASE_CONFIG" | jq -r .projectId
        curl -s "http://$FIREBASE_AUTH_EMULATOR_HOST/" | jq -r .usher.project
        usher verify-phone +16505553434 -P demo-tests --json | jq -r .endpoint | cut -d: -f1'
      """#)
    #expect(ending.output == "demo-tests\ndemo-tests\ndemo-tests\nhttp\n", "\(ending.errors)")
    #expect(ending.status == 0)
  }

  @Test(
    arguments: [
      (["true"], 0), (["sh", "-c", "exit 7"], 7), (["no-such-program"], 127), (["/"], 126),
      (["sh", "-c", "kill -TERM $$"], 143), (["sh", "-c", "kill -KILL $$"], 137),
    ] as [([String], Int32)])
  func itsExitStatusIsOurs(words: [String], status: Int32) {
    #expect(usher.run(["serve", "--port", "0", "--"] + words).status == status)
  }

  @Test(arguments: [(SIGTERM, 21), (SIGINT, 22), (SIGHUP, 23)] as [(Int32, Int32)])
  func signalsArePassedOn(signal: Int32, status: Int32) throws {
    let program = usher.launch(
      "serve", "--port", "0", "--", "bash", "-c",
      """
      trap 'exit 21' TERM; trap 'exit 22' INT; trap 'exit 23' HUP
      echo ready; while :; do sleep 0.02; done
      """
    ).start()
    try program.wait(forOutput: "ready\n")
    program.send(signal)
    #expect(program.wait().status == status)
  }

  @Test func secretsAreNotHandedOn() {
    var usher = usher
    usher.environment["USHER_REFRESH_TOKEN"] = "canary-refresh"
    usher.environment["USHER_ID_TOKEN"] = "canary-id"
    usher.environment["USHER_PASSWORD"] = "canary-password"
    let ending = usher.run("serve", "--port", "0", "--", "sh", "-c", "env; tr '\\0' '\\n' </proc/$$/cmdline")
    #expect(ending.status == 0)
    #expect(!ending.output.contains("canary"))
  }

  @Test func theServerEndsWithTheProgram() throws {
    let ending = usher.run(
      "serve", "--port", "0", "--", "sh", "-c", "echo $FIREBASE_AUTH_EMULATOR_HOST")
    #expect(usher.at("http://\(ending.line)").run("verify-phone", "+16505553434").status == 69)
  }

  @Test func standardOutputIsThePrograms() {
    let ending = usher.run("serve", "--port", "0", "--", "echo", "1 test passed")
    #expect(ending.output == "1 test passed\n")
    #expect(ending.errors.hasPrefix("Listening on http://127.0.0.1:"))
    let refused = usher.run("serve", "--port", "0", "--json", "--", "echo", "1 test passed")
    #expect(refused.status == 64 && refused.output == "")
  }
}
