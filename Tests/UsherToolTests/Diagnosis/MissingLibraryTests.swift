import CommandKit
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import UsherTool

/// A library that is not there is named, with the package of this system.
struct MissingLibraryTests {
  let tool = ToolHarness()

  private func run(on osRelease: String?) -> ToolHarness.Outcome {
    if let osRelease { tool.folder.write(osRelease, to: "os-release") }
    tool.environment["FIREBASE_AUTH_EMULATOR_HOST"] = "127.0.0.1:9099"
    tool.network = TransportStub([.failure(.libraryMissing(name: "libcurl"))])
    return tool.run("methods", "kim@example.com", "--json")
  }

  @Test(arguments: [
    ("ID=debian\n", "apt-get install libcurl4"), ("ID=ubuntu\nID_LIKE=debian\n", "apt-get install libcurl4"),
    ("NAME=\"Linux Mint\"\nID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", "apt-get install libcurl4"),
    ("ID=fedora", "dnf install libcurl"),
    ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"", "dnf install libcurl"),
    ("ID=alpine", "apk add libcurl"), ("ID_LIKE=arch\nID=manjaro", "pacman -S curl"),
  ])
  func theHintNamesThePackageOfTheSystem(_ osRelease: String, _ command: String) {
    let outcome = run(on: osRelease)
    #expect(outcome.status == 69)
    #expect(
      outcome.json?["error"]
        == json(
          """
          {"code":"usher/library-missing","exit":69,"message":"the library libcurl is not installed",
          "server_code":null,"retry":"never","retry_after":null,"tries_left":null,"hint":"install it: \(command)",
          "next_step":null}
          """))
  }

  @Test(arguments: [nil, "", "ID=plan9", "ID", "=debian", "\u{0}\u{1}"])
  func anUnknownSystemGetsNoHint(_ osRelease: String?) {
    #expect(run(on: osRelease).json?["error"]?["hint"] == .null)
  }

  @Test func everyLibraryHasAPackageEverywhere() throws {
    let packages = try ["debian", "fedora", "alpine", "arch"].map { name in
      let system = try #require(PackageSystem(osRelease: "ID=" + name))
      return SystemLibrary.allCases.map {
        system.installation(of: $0).text.english.split(separator: " ").last.map(String.init)
      }
    }
    #expect(
      packages == [
        [
          "libcurl4", "libssl3", "libqrencode4", "libpng16-16", "libedit2", "libargon2-1", "libfido2-1",
          "libxml2",
        ],
        [
          "libcurl", "openssl-libs", "qrencode-libs", "libpng", "libedit", "libargon2", "libfido2", "libxml2",
        ],
        ["libcurl", "libcrypto3", "libqrencode", "libpng", "libedit", "argon2-libs", "libfido2", "libxml2"],
        ["curl", "openssl", "qrencode", "libpng", "libedit", "argon2", "libfido2", "libxml2"],
      ])
  }
}
