import TestSupport
import Testing

/// Which project `serve` serves.
struct ServeProjectTests {
  let tool = ToolHarness()

  /// What its program is told.
  private func served(_ words: String...) -> String {
    tool.environment["PATH"] = "/usr/bin:/bin"
    let script =
      #"echo "$USHER_PROJECT $GCLOUD_PROJECT $GOOGLE_CLOUD_PROJECT" > "# + tool.folder.path(of: "seen")
    let outcome = tool.run(["serve", "--port", "0", "--quiet"] + words + ["--", "sh", "-c", script])
    return outcome.status == 0 ? tool.folder.text(of: "seen") ?? "" : outcome.errors
  }

  @Test func theFirstThatNamesOneDecides() {
    #expect(served() == "demo-usher demo-usher \n")
    tool.environment["GCLOUD_PROJECT"] = "old"
    #expect(served() == "old old \n")
    tool.environment["GOOGLE_CLOUD_PROJECT"] = ""
    #expect(served() == "old old old\n")
    tool.environment["GOOGLE_CLOUD_PROJECT"] = "cloud"
    #expect(served() == "cloud cloud cloud\n")
    tool.folder.write(#"{"projects":{"default":"alias","staging":"other"}}"#, to: ".firebaserc")
    #expect(served() == "cloud cloud cloud\n")
    let config = tool.folder.path(of: "firebase.json")
    tool.folder.write(#"{"emulators":{"auth":{}}}"#, to: "firebase.json")
    #expect(served("--config", config) == "alias alias alias\n")
    tool.folder.write(#"{"emulators":{"auth":{}},"usher":{"project":"file"}}"#, to: "firebase.json")
    #expect(served("--config", config) == "file file file\n")
    tool.environment["USHER_PROJECT"] = "variable"
    #expect(served("--config", config) == "variable variable variable\n")
    #expect(served("--config", config, "-P", "option") == "option option option\n")
  }

  @Test func aFileOfFirebasesThatCannotBeReadIsNotPassedOver() {
    tool.folder.write(#"{"projects":"#, to: ".firebaserc")
    tool.folder.write(#"{"emulators":{"auth":{}}}"#, to: "firebase.json")
    let config = tool.folder.path(of: "firebase.json")
    #expect(
      tool.run("serve", "--port", "0", "--config", config, "--", "true")
        == .init(
          78,
          errors:
            "error: \(tool.folder.path(of: ".firebaserc")) is not JSON\n  Correct the file, or name a project with --project.\n"
        ))
    #expect(served("--config", config, "--project", "p1") == "p1 p1 \n")
    for text in ["{}", "[]", #"{"projects":{}}"#, #"{"projects":{"default":1}}"#] {
      tool.folder.write(text, to: ".firebaserc")
      #expect(served("--config", config) == "demo-usher demo-usher \n")
    }
  }
}
