import Essentials
import HTTP
import Testing

/// To Unicode a k in lower case, and equal to a K.
private let kelvin = "\u{212A}"

@Suite struct ASCIITextTests {
  @Test func onlyTheLettersOfASCIIHaveACase() {
    #expect("AZaz@[`{09".asciiLowercased() == "azaz@[`{09")
    #expect("AZaz@[`{09".asciiUppercased() == "AZAZ@[`{09")
    for text in [kelvin, "\u{C4}", "\u{DF}", "\u{130}", "\u{17F}"] {
      #expect(Array(text.asciiLowercased().utf8) == Array(text.utf8))
      #expect(Array(text.asciiUppercased().utf8) == Array(text.utf8))
    }
  }

  @Test func textsAreTheSameInBytes() {
    #expect(kelvin == "K")
    #expect(!kelvin.hasBytes(of: "K") && !kelvin.hasBytes(ofAnyCase: "k"))
    #expect("chunKed".hasBytes(ofAnyCase: "CHUNkED") && !"chunKed".hasBytes(of: "chunked"))
    #expect(!"\u{212B}".hasBytes(of: "A\u{30A}"))
    #expect(!"@".hasBytes(ofAnyCase: "`") && !"[".hasBytes(ofAnyCase: "{"))
  }

  @Test func namesOfHeadersAndQueriesAreBytes() {
    let headers: HTTPHeaders = ["X-\(kelvin)": "a", "x-k": "b"]
    #expect(headers["X-K"] == "b")
    let query = [QueryItem("api\(kelvin)ey", "a"), QueryItem("apiKey", "b")]
    #expect(HTTPRequest(method: .get, path: "/", query: query).queryValue("apiKey") == "b")
    #expect(Origin("http\u{17F}://localhost") == nil)
  }

  @Test(arguments: [
    ("uid", "uid"), ("appID", "app_id"), ("idToken", "id_token"), ("hasTOTPSecret", "has_totp_secret"),
    ("api_key", "api_key"), ("", ""),
  ])
  func theWordsOfANameAreSeparated(_ name: String, _ words: String) {
    #expect(name.asciiWords(separatedBy: "_") == words)
  }
}
