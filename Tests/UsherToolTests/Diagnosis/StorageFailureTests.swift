import AuthClient
import AuthServer
import CommandKit
import Essentials
import HTTP
import Testing

@testable import UsherTool

/// What is told when the embedded server cannot use its database.
@Suite struct StorageFailureTests {
  private static let cases: [(StorageFailure, code: String, ExitCode, message: String)] = [
    (.diskFull(path: "/x"), "usher/disk-full", .io, "there is no room on the disk for /x"),
    (.notWritable(path: "/x", reason: "no"), "usher/cannot-write", .cantCreate, "cannot write /x (no)"),
    (.unsafe(path: "/x", reason: "no"), "usher/unsafe-file", .permission, "/x is not safe to use (no)"),
    (.corrupt(path: "/x", reason: "no"), "usher/corrupt", .config, "/x is damaged (no)"),
    (
      .earlier(path: "/x"), "usher/earlier", .config,
      "an earlier build of usher made /x, in a format that is no longer supported"
    ),
    (
      .newer(path: "/x", version: 9), "usher/newer", .config, "a newer usher made /x (version 9)"
    ),
    (
      .busy(path: "/x"), "usher/busy", .tempFail, "other commands kept /x locked for the whole wait"
    ),
    (.failed(path: "/x", reason: "no"), "usher/io", .io, "cannot use /x (no)"),
  ]

  @Test(arguments: cases)
  func aFailureIsTheSameOnEveryWay(
    _ failure: StorageFailure, _ code: String, _ exit: ExitCode, _ message: String
  ) {
    let direct = Diagnosis(failure)
    #expect([direct.code, direct.message.english] == [code, message])
    #expect(direct.exit == exit)
    // Through a call of the client library, or of the transport.
    let answer = HTTPError.handler(HandlerFailure(failure))
    for error: any Error in [failure, answer, AuthFailure.network(answer)] {
      #expect(Diagnosis(error, now: Date(timeIntervalSince1970: 0)) == direct)
    }
    #expect(AuthFailure.network(answer).code == .internalError)
  }
}
