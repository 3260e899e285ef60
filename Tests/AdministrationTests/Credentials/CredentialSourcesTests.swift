import Administration
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct CredentialSourcesTests {
  private let variables: [CredentialSources.Variable: String] = [
    .accessToken: "ya29.variable", .applicationCredentials: "/adc.json",
  ]

  private func token(_ sources: CredentialSources, files: [String: String] = [:]) throws
    -> String?
  {
    let files = CredentialFiles(texts: files)
    guard let credential = try sources.credential(from: files) else { return nil }
    return try AccessTokens(of: credential, over: TransportStub(), files: files) { Date() }.token().text
  }

  @Test func theFirstSourceCounts() throws {
    var variables = variables
    func sources(_ tokenFile: String? = nil, _ keyFile: String? = nil) -> CredentialSources {
      CredentialSources(accessTokenFile: tokenFile, serviceAccountFile: keyFile) { variables[$0] }
    }
    #expect(sources("/token", "/key.json").first == .accessTokenFile("/token"))
    #expect(sources(nil, "/key.json").first == .serviceAccountFile("/key.json"))
    #expect(sources().first == .accessTokenVariable)
    variables[.accessToken] = nil
    #expect(sources().first == .applicationCredentials("/adc.json"))
    variables[.applicationCredentials] = ""
    #expect(sources().first == nil)
    #expect(try sources().credential(from: CredentialFiles(texts: [:])) == nil)
  }

  @Test func aTokenIsUsedAsItIs() throws {
    let file = CredentialSources(accessTokenFile: "/token") { variables[$0] }
    #expect(try token(file, files: ["/token": "ya29.file\r\n"]) == "ya29.file")
    #expect(try token(CredentialSources { variables[$0] }) == "ya29.variable")
  }

  @Test(arguments: ["", "\n", "a b", "a\nb", "\u{7F}", "é", " a", String(repeating: "a", count: 12_289)])
  func aTextThatIsNotATokenIsRefused(text: String) {
    let variable = CredentialSources { $0 == .accessToken ? text : nil }
    #expect(throws: GoogleCredentialError.malformedToken(.accessTokenVariable)) { try token(variable) }
    let file = CredentialSources(accessTokenFile: "/token") { _ in nil }
    #expect(throws: GoogleCredentialError.malformedToken(.accessTokenFile("/token"))) {
      try token(file, files: ["/token": text])
    }
  }

  @Test func aSourceThatFailsIsNotReplacedByTheNext() {
    let sources = CredentialSources(accessTokenFile: "/token") { variables[$0] }
    #expect(throws: GoogleCredentialError.file(path: "/token", .notFound)) { try token(sources) }
  }

  @Test func bothKindsOfCredentialsFilesAreRead() throws {
    let text = CredentialFixture.authorizedUser.text
    let file = CredentialSources(serviceAccountFile: "/key.json") { _ in nil }
    #expect(try file.credential(from: CredentialFiles(texts: ["/key.json": text])) != nil)
    let variable = CredentialSources { $0 == .applicationCredentials ? "/adc.json" : nil }
    #expect(try variable.credential(from: CredentialFiles(texts: ["/adc.json": text])) != nil)
  }
}
