import Essentials
import IdentityToolkit
import LibC
import TestSupport
import Testing

/// The program where a library, or /proc, is not there.
@Suite struct MissingPartTests {
  private let usher: Usher

  init() {
    usher = Usher()
  }

  /// The program with something else in the place of `library`.
  private func without(_ library: String) -> Usher {
    var broken = usher
    mkdir(usher.home.path + "/lib", 0o700)
    broken.home.write("no library", to: "lib/" + library)
    broken.environment["LD_LIBRARY_PATH"] = usher.home.path + "/lib"
    return broken
  }

  @Test func aMissingLibcurlIsNamed() throws {
    let ending = without("libcurl.so.4").run(
      "methods", "kim@example.com", "--endpoint", "http://127.0.0.1:1", "--json")
    #expect(ending.status == 69)
    #expect(try ending.error["code"] == "usher/library-missing" && ending.error["retry"] == "never")
    #expect(try ending.error["message"] == "the library libcurl is not installed")
  }

  @Test func aMissingLibcryptoIsNamedAndNothingIsHalfDone() throws {
    let broken = without("libcrypto.so.3")
    let ending = broken.run("signin", "anonymous", "--json")
    #expect(ending.status == 69 && ending.output.isEmpty)
    #expect(try ending.error["code"] == "usher/library-missing" && ending.error["exit"] == 69)
    #expect(try JSONValue(text: ending.errors)["command"] == "signin anonymous")
    #expect(broken.run("exec", "--", "true").status == 125)
    #expect(broken.run("--version").status == 0 && broken.run("status").status == 0)
    #expect(usher.run("signin", "anonymous", "--json").status == 0)
  }

  @Test func theVersionOfAMissingLibraryIsNull() throws {
    for (file, name) in [
      ("libcrypto.so.3", "libcrypto"), ("libcurl.so.4", "libcurl"), ("libedit.so.2", "libedit"),
      ("libqrencode.so.4", "libqrencode"), ("libpng16.so.16", "libpng"),
    ] {
      let usher = Usher()
      mkdir(usher.home.path + "/lib", 0o700)
      usher.home.write("", to: "lib/" + file)
      var broken = usher
      broken.environment["LD_LIBRARY_PATH"] = usher.home.path + "/lib"
      let ending = broken.run("version", "--json")
      let libraries = try JSONValue(text: ending.output)["libraries"]
      #expect(ending.status == 0 && libraries?[name] == .null, "\(name)")
      #expect(libraries?["sqlite"]?.string?.isEmpty == false)
    }
  }

  @Test func doctorNamesWhatIsMissing() throws {
    for (file, name) in [
      ("libqrencode.so.4", "libqrencode"), ("libpng16.so.16", "libpng"), ("libcurl.so.4", "libcurl"),
      ("libargon2.so.1", "libargon2"),
    ] {
      let usher = Usher()
      mkdir(usher.home.path + "/lib", 0o700)
      usher.home.write("", to: "lib/" + file)
      var broken = usher
      broken.environment["LD_LIBRARY_PATH"] = usher.home.path + "/lib"
      let text = broken.run("doctor", "--offline").output
      #expect(text.contains("warn libraries: \(name) is not installed, for "), "\(text)")
    }
  }

  @Test func aQRCodeThatWasInsistedOnIsAnErrorBeforeAnythingIsBegun() {
    usher.run("send-link", "kim@example.com")
    usher.run("complete-link", usher.run("local", "outbox", "--latest", "--field", "link").line)
    let broken = without("libqrencode.so.4")
    let ending = broken.run(
      "mfa", "enroll", "totp", "--qr", "always", "--secret-file", usher.home.path + "/secret")
    #expect(ending.status == 69 && ending.errors.contains("the library libqrencode is not installed"))
    #expect(usher.home.text(of: "secret") == nil)
  }

  @Test func argumentsAreReadWithoutProc() throws {
    var found: Ending?
    for namespace in [["unshare", "-m"], ["unshare", "-mUr"]] {
      let launch = usher.launch("version").under(
        namespace + ["sh", "-c", "mount -t tmpfs none /proc || exit 99; exec \"$@\"", "sh"])
      let ending = launch.run()
      if ending.status != 99, !ending.errors.hasPrefix("unshare: ") {
        found = ending
        break
      }
    }
    guard let ending = found else {
      try Test.cancel("this system lets nobody hide /proc in a namespace of their own")
    }
    #expect(ending.status == 0 && ending.output.hasPrefix("usher 0."))
  }
}
