import HTTP
import Testing

@testable import AuthClient

@Suite struct CraftedLinkTests {
  @Test func noCraftedLinkIsAccepted() {
    let crafted = CraftedLinks()
    #expect(crafted.all.count >= 500)
    // The same link passes when nobody bent it, so it is the bending that is refused.
    #expect((try? ActionCodeURL(CraftedLinks.link()))?.code == "c0de")
    for (name, text) in crafted.all {
      if let url = try? ActionCodeURL(text) { Issue.record("\(name): \(text.prefix(300)) as \(url)") }
    }
  }

  /// Where a link loses its end in the middle of a value, that value is shorter, and nobody can tell. What
  /// cannot happen is that another parameter, or the app's own address, gives the code or the mode.
  @Test(arguments: [
    ["apiKey", "mode", "oobCode", "continueUrl", "lang"],
    ["mode", "oobCode", "apiKey", "continueUrl", "lang"],
  ])
  func aTruncatedLinkIsRefusedOrStillTheSame(order: [String]) throws {
    let link = Self.link(order)
    let whole = try ActionCodeURL(link)
    // From here on all that must be there has begun.
    let complete = try #require(["mode", "oobCode", "apiKey"].compactMap { link.end(of: $0 + "=") }.max())
    for length in 0..<link.utf8.count {
      let cut = String(link.prefix(length))
      guard let url = try? ActionCodeURL(cut) else { continue }
      #expect(length > complete, "\(cut)")
      #expect(url.operation == whole.operation && url.origin == whole.origin && url.path == whole.path)
      // Of the last of the three only a beginning may be there; the others are whole.
      let (code, key) =
        order[0] == "mode"
        ? (whole.code, whole.apiKey.prefix(url.apiKey.count))
        : (whole.code.prefix(url.code.count) + "", whole.apiKey[...])
      #expect(url.code == code && url.apiKey == key, "\(cut)")
      #expect(cut.contains("oobCode=" + url.code))
      if let end = url.continueAddress { #expect(whole.continueAddress?.hasPrefix(end) == true) }
      // A cut escape is seen; it is never half a character.
      #expect(!cut.hasSuffix("%") && !cut.dropLast().hasSuffix("%"))
    }
  }

  @Test func aFlippedCharacterNeverMovesTheCode() throws {
    let link = Self.link(["apiKey", "mode", "oobCode", "continueUrl", "lang"])
    let bytes = Array(link.utf8)
    var accepted = 0
    for index in bytes.indices {
      for flip in [1, 2, 4, 8, 16, 32, 64, 127] as [UInt8] {
        var flipped = bytes
        flipped[index] ^= flip
        let text = String(decoding: flipped, as: UTF8.self)
        guard let url = try? ActionCodeURL(text) else { continue }
        accepted += 1
        // The code is what stands behind its name in the text, to the end of the value; a line that ends in the middle
        // of the link may have been folded there.
        let codes = try [text, text.filter { $0 != "\n" }].flatMap { text -> [String] in
          let start = try #require(text.end(of: "&oobCode="))
          let value = text.utf8.dropFirst(start).prefix { !"& \t\r\n<>\"#".utf8.contains($0) }
          let decoded = try #require(FormEncoding.decode("x=" + String(Substring(value)))?.first?.value)
          return [decoded, String(decoded.trimmingPunctuation)]
        }
        #expect(codes.contains(url.code), "\(text)")
        #expect(text.contains("&mode=signIn&") && url.operation == .emailLink, "\(text)")
      }
    }
    // Letters of the host, the code, the key and the app's own address may well be others.
    #expect(accepted > 100)
  }

  @Test func everyByteOfAWrappedLinkMayBeCutWithoutATrap() {
    let link =
      "app://google/link/?deep_link_id="
      + FormEncoding.encode(
        "https://x.page.link/?link=" + FormEncoding.encode(Self.link(["mode", "oobCode", "apiKey"])))
    for length in link.indices {
      guard let url = try? ActionCodeURL(String(link[..<length])) else { continue }
      #expect(url.code == "3DaBc-d_9" && "AIza-k".hasPrefix(url.apiKey))
    }
  }

  private static func link(_ order: [String]) -> String {
    let values = [
      "mode": "signIn", "oobCode": "3DaBc-d_9", "apiKey": "AIza-k",
      "continueUrl": "https%3A%2F%2Fapp.example%2F%3Fmode%3DresetPassword%26oobCode%3Devil", "lang": "en",
    ]
    return "https://demo.firebaseapp.com/__/auth/action?"
      + order.map { $0 + "=" + (values[$0] ?? "") }.joined(separator: "&")
  }
}

extension String {
  /// Where the first `part` ends, in bytes.
  fileprivate func end(of part: String) -> Int? {
    firstRange(of: part).map { utf8.distance(from: startIndex, to: $0.upperBound) }
  }

  fileprivate var trimmingPunctuation: Substring {
    var text = self[...]
    while let last = text.last, ".,;:!?)]}'".contains(last) { text.removeLast() }
    return text
  }
}
