import Crypto
import Essentials
import IDTokens
import IdentityToolkit

@testable import AuthClient
@testable import AuthServer
@testable import UsherTool

extension FuzzTarget {
  /// Checks tokens: each must have only one spelling, and only the key's owner can create a signed one.
  static let token = FuzzTarget(name: "jwt") { [key = strangersKey] bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if let token = try? JWT(text) {
      demand(parts.count == 3, "\(parts.count) parts")
      for part in parts {
        demand(Base64URL.decode(part).map(Base64URL.encode) == String(part), "another spelling")
      }
      demand(Base64URL.decode(parts[1]) == Array(token.payload), "another payload")
      demand((try? token.verify(with: key)) == nil, "a forged signature")
      demand((try? token.verify(with: KeySet(key, id: "k"))) == nil, "a forged signature")
    }
    if let token = try? IDToken(text) {
      demand(parts.count == 3 && (1...128).contains(token.uid.utf8.count), "a token for nobody")
      demand(text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a token that splits a header")
      demand(token.claims["sub"]?.string == token.uid, "another uid")
    }
    if let pasted = PastedToken(text) {
      demand(PastedToken(pasted.text)?.text == pasted.text, "a token that is read otherwise alone")
      demand(PastedToken("Authorization: Bearer " + pasted.text)?.text == pasted.text, "none in a header")
      let result = TokenInspect.Result(pasted, at: .distantPast)
      demand(!TokenExplanation(result, now: .distantPast).lines.isEmpty, "a token of which nothing is said")
    }
    if let claims = try? IdpCredential(provider: "google.com", idToken: text).claims(under: .strict) {
      demand(claims["sub"]?.string?.isEmpty == false, "somebody without a name")
    }
  }

  // The private key is discarded, so nobody can sign with it.
  private static let strangersKey: PublicKey = {
    do {
      return try PrivateKey().publicKey
    } catch {
      fatalError("no key: \(error)")
    }
  }()
}
