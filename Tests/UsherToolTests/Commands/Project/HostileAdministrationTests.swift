import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// Answers of a service that is broken, or not Google's.
@Suite struct HostileAdministrationTests {
  let tool = ToolHarness()
  let google: GoogleStandIn

  init() throws {
    google = try GoogleStandIn(tool.clock)
    tool.network = google
    tool.environment["USHER_ACCESS_TOKEN"] = "ya29.token"
    for uid in ["kim", "mo"] { _ = run("project", "users", "add", "--uid", uid, "--yes") }
  }

  private func run(_ words: String...) -> ToolHarness.Outcome {
    tool.run(words + ["--endpoint", "production", "--project", "my-app"])
  }

  private static let answers: [HTTPResponse] = [
    HTTPResponse(status: 302, headers: ["Location": "https://evil.example/"]),
    HTTPResponse(status: 307, headers: ["Location": "http://127.0.0.1:1/"]),
    .json("<html>Sign in to the network</html>"), .json("", status: 200), .json("null"), .json("[]"),
    .json(#"{"users":[{}],"nextPageToken":7}"#), .json("{", status: 200), .json("<html>", status: 502),
    .json("", status: 204), .json(#"{"error":"x"}"#, status: 500), .json(#"{"error":{}}"#, status: 400),
    .json(
      #"{"error":{"code":429,"message":"QUOTA_EXCEEDED"}}"#, status: 429, headers: ["Retry-After": "86400"]),
    .json(#"{"error":{"message":"\u001b[2Jgone"}}"#, status: 403),
  ]

  @Test(arguments: answers.indices)
  func aBrokenAnswerChangesNothing(_ index: Int) {
    let answer = Self.answers[index]
    google.answer { _ in answer }
    for words in [
      ["users", "export", tool.folder.path + "/users.json"], ["users", "delete", "kim", "--yes"],
      ["domain", "add", "x.example.com", "--yes"], ["export"],
    ] {
      let outcome = tool.run(["project"] + words + ["--endpoint", "production", "--project", "my-app"])
      // An empty object is a list without elements.
      if outcome.status == 0 { #expect(words.contains("export"), "\(outcome)") }
      #expect(!outcome.errors.contains("ya29") && !outcome.errors.contains("\u{1B}"))
    }
    #expect(google.requests.allSatisfy { $0.origin == "https://identitytoolkit.googleapis.com" })
    google.answer { _ in nil }
    #expect(run("project", "users", "list").output == "kim\nmo\n")
  }

  @Test func aLongWaitIsNotWaitedFor() {
    let start = tool.clock.now
    google.answer { _ in
      .json(
        #"{"error":{"code":429,"message":"QUOTA_EXCEEDED"}}"#, status: 429, headers: ["Retry-After": "86400"])
    }
    let outcome = run("project", "users", "export", tool.folder.path + "/users.json", "--json")
    #expect(outcome.status == 7 && outcome.json?["error"]?["retry_after"] == 86_400)
    #expect(tool.clock.now == start)
  }

  @Test func pagesThatRepeatEnd() {
    google.answer { request in
      request.path.hasSuffix("accounts:batchGet")
        ? .json(#"{"kind":"x","users":[{"localId":"kim"}],"nextPageToken":"again"}"#) : nil
    }
    #expect(run("project", "users", "list").status == 69)
    let path = tool.folder.path + "/users.json"
    let outcome = run("project", "users", "export", path)
    #expect(outcome.status == 69 && outcome.errors.contains("--resume"), "\(outcome.errors)")
    google.answer { _ in nil }
  }

  @Test func anotherAccountThanTheRequestedOneIsNotDeleted() {
    google.answer { request in
      request.path.hasSuffix("accounts:query") ? .json(#"{"userInfo":[{"localId":"mo"}]}"#) : nil
    }
    #expect(run("project", "users", "delete", "kim", "--yes").status == 69)
    #expect(run("project", "users", "delete", "kim@example.com", "--yes").status == 69)
    google.answer { _ in nil }
    #expect(run("project", "users", "list").output == "kim\nmo\n")
  }

  @Test func aDeletionThatFailedIsNoSuccess() {
    google.answer { request in
      request.path.hasSuffix("accounts:batchDelete")
        ? .json(#"{"errors":[{"index":0,"localId":"kim","message":"NOT_DISABLED : Disable the account."}]}"#)
        : nil
    }
    #expect(run("project", "users", "delete", "kim", "--yes").status == 65)
  }

  @Test func anExportGoesOnWhereItStopped() throws {
    for number in 1...4 { _ = run("project", "users", "add", "--uid", "u\(number)", "--yes") }
    // Pages of two.
    nonisolated(unsafe) var pages = 0
    google.answer { [google] request in
      guard request.path.hasSuffix("accounts:batchGet"), request.queryValue("maxResults") == "1000"
      else { return nil }
      pages += 1
      if pages == 2 { return .json("<html>", status: 500) }
      var small = request
      small.query = request.query.filter { $0.name != "maxResults" } + [QueryItem("maxResults", "2")]
      return try? google.send(small)
    }
    let path = tool.folder.path + "/users.json"
    let stopped = run("project", "users", "export", path)
    #expect(stopped.status == 69 && stopped.errors.contains("2 accounts are in \(path).part"), "\(stopped)")
    let done = run("project", "users", "export", path, "--resume")
    #expect(done.output == "Accounts exported to \(path): 6.\n", "\(done)")
    let file = try #require(JSONValue(json: tool.folder.text(of: "users.json") ?? ""))
    #expect(
      file["users"]?.array?.compactMap { $0["localId"] } == ["kim", "mo", "u1", "u2", "u3", "u4"])
  }

  @Test func aLongUidInTheListOfRefusedAccountsIsShortened() {
    let uid = String(repeating: "x", count: 200_000)
    tool.folder.write(#"{"users":[{"localId":"\#(uid)","passwordHash":"UkVEQUNURUQ="}]}"#, to: "in.json")
    let outcome = run("project", "users", "import", tool.folder.path + "/in.json", "--yes")
    #expect(outcome.output.contains(String(repeating: "x", count: 512) + "…"), "\(outcome)")
    #expect(outcome.output.utf8.count < 1024)
  }

  @Test func anImportReportsWhatWasRefused() {
    tool.folder.write(
      #"{"users":[{"localId":"a"},{"localId":"b"},{"localId":"c","passwordHash":"UkVEQUNURUQ="}]}"#,
      to: "in.json")
    nonisolated(unsafe) var tries = 0
    google.answer { request in
      guard request.path.hasSuffix("accounts:batchCreate") else { return nil }
      tries += 1
      if tries == 1 { return .json(#"{"error":{"code":503,"message":"UNAVAILABLE"}}"#, status: 503) }
      return .json(
        #"{"error":[{"index":1,"message":"no"},{"index":-5,"message":"x"},{"index":99,"message":"y"}]}"#)
    }
    let outcome = run(
      "project", "users", "import", tool.folder.path + "/in.json", "--yes", "--json")
    #expect(outcome.status == 65 && tries == 2, "\(outcome)")
    #expect(outcome.json?["refused"] == 2, "\(outcome.output)")
  }
}
