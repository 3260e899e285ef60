import Administration
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct CredentialFileTests {
  private func error(_ text: String) -> GoogleCredentialError? {
    do throws(GoogleCredentialError) {
      _ = try GoogleCredential(file: text)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    "gdch_service_account", "external_account_authorized_user", "SERVICE_ACCOUNT", "service_account ", "x",
  ])
  func anotherTypeIsRefusedByItsName(type: String) {
    #expect(error(JSONValue.object([.init("type", .string(type))]).text) == .unknownType(type))
  }

  @Test func theNameOfATypeIsSafeToShow() {
    #expect(error(#"{"type":"a\u001b[2Jb\nc"}"#) == .unknownType("a[2Jb c"))
    let long = String(repeating: "x", count: 1000)
    #expect(error(#"{"type":"\#(long)"}"#) == .unknownType(String(long.prefix(63)) + "…"))
  }

  @Test(arguments: [
    "", "hello", "[]", "null", "-----BEGIN PRIVATE KEY-----", "{",
    #"{"type":"authorized_user","type":"service_account"}"#,
  ])
  func aFileThatIsNotAnObjectIsRefused(text: String) {
    #expect(error(text) == .malformedFile)
  }

  @Test func aFileOfAnOAuthClientHasNoType() {
    #expect(error(#"{"installed":{"client_id":"a","client_secret":"b"}}"#) == .missingMember("type"))
  }

  private func credential(_ content: Data) throws(GoogleCredentialError) -> GoogleCredential? {
    let sources = CredentialSources(serviceAccountFile: "/key.json") { _ in nil }
    return try sources.credential(
      from: CredentialFiles { path, limit throws(GoogleCredentialError.FileProblem) in
        #expect(path == "/key.json")
        #expect(limit == 1 << 20)
        return content
      })
  }

  @Test func aLargeFileIsRefused() throws {
    let text = CredentialFixture.authorizedUser.text
    let padding = String(repeating: " ", count: 1 << 20 - text.utf8.count)
    #expect(try credential(Data((text + padding).utf8)) != nil)
    #expect(throws: GoogleCredentialError.file(path: "/key.json", .tooLarge(limit: 1 << 20))) {
      try credential(Data((text + padding + " ").utf8))
    }
  }

  @Test func aFileThatIsNotUTF8IsRefused() {
    for bytes: [UInt8] in [
      [0xFF, 0xFE, 0x7B, 0x00], Array("{\"type\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8),
    ] {
      #expect(throws: GoogleCredentialError.file(path: "/key.json", .notUTF8)) { try credential(Data(bytes)) }
    }
  }
}
