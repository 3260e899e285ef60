import AuthServer
import Crypto
import CurlTransport
import Essentials
import IdentityToolkit
import TerminalIO
import TestSupport
import Testing

@testable import UsherTool

/// `version`, and what a build knows of its commit.
struct VersionTests {
  private let tool = ToolHarness(isFirstRun: true)
  private let folder = TemporaryFolder()

  @Test func aBuildThatWasToldNoCommitShowsNone() {
    #expect(tool.run("version") == .init(0, output: "usher \(Release.version)\n"))
    let result = tool.run("version", "--json").json
    #expect(result?["version"] == .string(Release.version))
    #expect(result?["commit"] == .null && result?["commit_date"] == .null && result?["swift"] == .null)
  }

  @Test func theCommitStandsBehindTheVersion() {
    tool.build = Release.Build(commit: .init(id: "0123456789ab", date: "2026-11-22"), swift: "6.3.1")
    #expect(tool.run("version").lines == ["usher \(Release.version) (0123456789ab, 2026-11-22)"])
    let result = tool.run("version", "--json").json
    #expect(result?["commit"] == "0123456789ab" && result?["commit_date"] == "2026-11-22")
    #expect(result?["swift"] == "6.3.1")
    #expect(tool.run("--version").lines == ["usher \(Release.version)"])
  }

  @Test func theOptionShowsTheVersionAlone() {
    #expect(tool.run("--version") == .init(0, output: "usher \(Release.version)\n"))
  }

  @Test func theLibrariesStandInTheJSON() throws {
    let libraries = try #require(tool.run("version", "--json").json?["libraries"])
    // As decoding sorts them.
    #expect(
      libraries
        == .object([
          .init("libcrypto", .string(try #require(CryptoLibrary.version))),
          .init("libcurl", .string(try #require(CurlTransport.libraryVersion))),
          .init("libedit", .string(try #require(EditLibrary.version))),
          .init("libpng", .string(try #require(QRCode.pictureLibraryVersion))),
          .init("libqrencode", .string(try #require(QRCode.libraryVersion))),
          .init("sqlite", .string(SQLiteLibrary.version)),
        ]))
    #expect(tool.run("version", "--field", "libraries.libcurl").lines == [CurlTransport.libraryVersion])
    #expect(tool.run("--version", "--json").json?["libraries"] == libraries)
  }

  @Test func everyVersionIsNumbers() {
    for version in [
      SQLiteLibrary.version, CryptoLibrary.version, CurlTransport.libraryVersion, EditLibrary.version,
      QRCode.libraryVersion, QRCode.pictureLibraryVersion,
    ] {
      #expect(version?.wholeMatch(of: /[0-9]+(\.[0-9]+)+/) != nil, "\(version ?? "none")")
    }
  }

  @Test func aBuildIsToldItsCommitAndWhetherFilesWereChanged() throws {
    try prepare()
    #expect(try header() == "\n")
    try git("init", "-q")
    try git("add", "-A")
    try git("commit", "-qm", "Begin")
    let commit = try git("rev-parse", "--short=12", "HEAD").prefix(12)
    let date = "#define USHER_COMMIT_DATE \"2026-11-22\"\n"
    #expect(try header() == "#define USHER_COMMIT \"\(commit)\"\n" + date)
    folder.write("changed", to: "project/file")
    #expect(try header() == "#define USHER_COMMIT \"\(commit)-dirty\"\n" + date)
  }

  @Test func aRepositoryAroundTheProjectIsNotItsOwn() throws {
    try prepare()
    _ = try Program("git", "init", "-q").run(in: folder.path)
    #expect(try header() == "\n")
  }

  @Test func whatIsTheSameIsNotWrittenAgain() throws {
    try prepare()
    _ = try header()
    _ = try Program("touch", "-d", "2001-01-01", "commit.h").run(in: folder.path)
    #expect(try header() == "\n")
    #expect(try Program("date", "-r", "commit.h", "+%Y").run(in: folder.path) == "2001\n")
  }

  /// A project with nothing but the script and a file.
  private func prepare() throws {
    folder.makeFolder("project")
    folder.makeFolder("project/.ci")
    folder.write(try ProjectFiles.text(of: ".ci/commit"), to: "project/.ci/commit", mode: 0o700)
    folder.write("", to: "project/file")
  }

  private func header() throws -> String {
    let path = folder.path(of: "commit.h")
    #expect(try Program("project/.ci/commit", path).run(in: folder.path) == "")
    return try #require(folder.text(of: "commit.h"))
  }

  /// At a moment that is another day elsewhere.
  @discardableResult
  private func git(_ words: String...) throws -> String {
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    return try Program(
      "sh", "-c",
      """
      export GIT_AUTHOR_DATE='2026-11-23T01:00:00+0900' GIT_COMMITTER_DATE='2026-11-23T01:00:00+0900'
      git -c user.name=Kim -c user.email=kim@example.com -c commit.gpgsign=false \(quoted)
      """
    ).run(in: folder.path(of: "project"))
  }
}
