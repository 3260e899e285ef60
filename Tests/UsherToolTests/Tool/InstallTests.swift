import Essentials
import TestSupport
import Testing

@testable import UsherTool

/// `make install` and `make uninstall`.
@Suite struct InstallTests {
  private let folder = TemporaryFolder()

  @Test func whatIsInstalledIsRemovedAndNothingElse() throws {
    makeProgram(Release.version)
    folder.makeFolder("prefix")
    folder.makeFolder("prefix/bin")
    folder.write("another program", to: "prefix/bin/other")
    let printed = try install("put")
    let installed = try files()
    #expect(printed == installed.filter { $0 != "bin/other" })
    #expect(
      Set(installed).isSuperset(of: [
        "bin/usher", "share/man/man1/usher.1", "share/man/man5/usher-config.5", "share/man/man7/usher-ci.7",
        "share/bash-completion/completions/usher", "share/zsh/site-functions/_usher",
        "share/fish/vendor_completions.d/usher.fish", "share/usher/usher-auth.js",
      ]))
    #expect(folder.mode(of: "prefix/bin/usher") == 0o755)
    #expect(folder.mode(of: "prefix/share/man/man1/usher.1") == 0o644)
    #expect(try install("remove") == printed)
    #expect(try files() == ["bin/other"])
    #expect(try install("remove") == [])
  }

  @Test func translationsAreTakenFromBesideTheProgram() throws {
    makeProgram(Release.version)
    try makeTranslation("es", in: "share")
    try makeTranslation("zh_CN", in: "share")
    try makeTranslation("es", of: "other", in: "prefix/share")
    let printed = try install("put")
    #expect(
      printed.filter { $0.hasSuffix(".mo") } == [
        "share/locale/es/LC_MESSAGES/usher.mo", "share/locale/zh_CN/LC_MESSAGES/usher.mo",
      ])
    #expect(folder.text(of: "prefix/share/locale/zh_CN/LC_MESSAGES/usher.mo") == "usher in zh_CN")
    #expect(folder.mode(of: "prefix/share/locale/zh_CN/LC_MESSAGES/usher.mo") == 0o644)
    #expect(try install("remove") == printed)
    #expect(try files() == ["share/locale/es/LC_MESSAGES/other.mo"])
    #expect(folder.names(in: "prefix/share/locale") == ["es"])
  }

  @Test func translationsAreRemovedThatAreNoLongerBuilt() throws {
    makeProgram(Release.version)
    try makeTranslation("es", in: "share")
    folder.makeFolder("prefix")
    let printed = try install("put")
    try FileManager.default.removeItem(atPath: folder.path(of: "share"))
    #expect(try install("remove") == printed)
    #expect(try files() == [])
    #expect(!folder.names(in: "prefix/share").contains("locale"))
  }

  /// The manual would be that of another one.
  @Test func aProgramOfAnotherVersionIsNotInstalled() throws {
    makeProgram("0.0.1")
    folder.makeFolder("prefix")
    #expect(try install("put").contains { $0.hasSuffix("is not usher \(Release.version); run: make build") })
    #expect(try files() == [])
  }

  private func makeProgram(_ version: String) {
    folder.makeFolder("bin")
    folder.write("#!/bin/sh\necho usher \(version)\n", to: "bin/usher", mode: 0o755)
  }

  private func makeTranslation(_ language: String, of program: String = "usher", in share: String) throws {
    let messages = "\(share)/locale/\(language)/LC_MESSAGES"
    try FileManager.default.createDirectory(
      atPath: folder.path(of: messages), withIntermediateDirectories: true)
    folder.write("\(program) in \(language)", to: "\(messages)/\(program).mo")
  }

  /// What the script says that it did, below the prefix, sorted.
  private func install(_ mode: String) throws -> [String] {
    let prefix = folder.path(of: "prefix")
    let output = try Program(".ci/install", mode, folder.path(of: "bin/usher"), prefix).run(
      in: ProjectFiles.folder)
    return output.split(separator: "\n").map { String($0.dropFirst(prefix.count + 1)) }.sorted()
  }

  /// The files below the prefix, sorted.
  private func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path(of: "prefix")).filter {
      var isFolder = false
      _ = FileManager.default.fileExists(
        atPath: folder.path(of: "prefix/" + $0), isDirectory: &isFolder)
      return !isFolder
    }.sorted()
  }
}
