import Essentials
import HTTP
import IDTokenVerifier
import IdentityToolkit
import TestSupport
import Testing

@Suite struct ArticleTests {
  @Test func theArticleShowsWhatIsTestedHere() throws {
    let here = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let root = here.dropLast(2).joined(separator: "/")
    func text(_ path: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }
    let article = try text(root + "/Sources/IDTokenVerifier/IDTokenVerifier.docc/VerifyingTokensInAServer.md")
    let code = try text(here.joined(separator: "/") + "/Support/Authentication.swift")
    #expect(article.firstRange(of: "```swift\n\(code)```\n") != nil)
  }

  @Test func aRequestIsAnsweredByWhoSendsIt() async throws {
    let harness = VerifierHarness()
    harness.service.lookup = .json(#"{"users":[{"localId":"kim","disabled":true}]}"#)
    let authentication = Authentication(verifier: harness.verifier)
    func refusal(_ header: String?, isSensitive: Bool = false) async -> Authentication.Refusal? {
      do throws(Authentication.Refusal) {
        let token = try await authentication.user(authorization: header, isSensitive: isSensitive)
        #expect(token.uid == "kim")
        return nil
      } catch {
        return error
      }
    }
    #expect(await refusal("Bearer \(Mint.token())") == nil)
    #expect(await refusal("bearer \(Mint.token())") == nil)
    let anonymous = Authentication.Refusal(status: 401, headers: ["WWW-Authenticate": "Bearer"])
    for header in [nil, "", "Bearer", Mint.token(), "Basic \(Mint.token())"] {
      #expect(await refusal(header) == anonymous)
    }
    let invalid = Authentication.Refusal(
      status: 401, headers: ["WWW-Authenticate": #"Bearer error="invalid_token""#])
    #expect(await refusal("Bearer \(Mint.token(signedBy: TestKey.second))") == invalid)
    #expect(await refusal("Bearer \(Mint.token())", isSensitive: true) == invalid)
    harness.service.lookup = .failure(.connectionRefused)
    #expect(
      await refusal("Bearer \(Mint.token())", isSensitive: true)
        == .init(status: 503, headers: ["Retry-After": "5"]))
  }
}
