import Administration
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct AccessTokensTests {
  private let clock = TestClock()

  private func tokens(
    _ transport: TransportStub, of file: JSONValue = CredentialFixture.authorizedUser,
    files: CredentialFiles = CredentialFiles(texts: [:])
  ) throws -> AccessTokens {
    AccessTokens(of: try GoogleCredential(file: file.text), over: transport, files: files) { [clock] in
      clock.now
    }
  }

  @Test func aTokenIsKeptUntilAMinuteBeforeItsEnd() throws {
    let transport = TransportStub(.token("first", life: 3600), .token("second"))
    let tokens = try tokens(transport)
    #expect(try tokens.token().text == "first")
    clock.advance(3539)
    #expect(try tokens.token().text == "first")
    #expect(transport.requests.count == 1)
    clock.advance(1)
    #expect(try tokens.token().text == "second")
    #expect(transport.requests.count == 2)
  }

  @Test func aShortLifeIsUsedOnce() throws {
    let tokens = try tokens(TransportStub(.token("first", life: 30), .token("second")))
    #expect(try tokens.token().text == "first")
    #expect(try tokens.token().text == "second")
  }

  @Test func anErrorIsNotKept() throws {
    let tokens = try tokens(TransportStub(.failure(.connectionRefused), .token()))
    #expect(
      throws: GoogleCredentialError.network(origin: "https://oauth2.googleapis.com", .connectionRefused)
    ) { try tokens.token() }
    #expect(try tokens.token().text == "ya29.token")
  }

  @Test func nothingIsSentBeforeATokenIsNeeded() throws {
    let transport = TransportStub()
    _ = try tokens(transport, of: CredentialFixture.serviceAccount)
    #expect(transport.requests == [])
  }

  @Test func oneRequestServesAllThreads() async throws {
    let transport = TransportStub(.token())
    let tokens = try tokens(transport)
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<16 { group.addTask { try tokens.token().text } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts == [String](repeating: "ya29.token", count: 16))
    #expect(transport.requests.count == 1)
  }
}
