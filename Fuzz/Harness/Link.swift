import Essentials
import HTTP
import IdentityToolkit

@testable import AuthClient

extension FuzzTarget {
  /// Checks pasted links: every part of the result must be in the input.
  static let link = FuzzTarget(name: "link", check: checkLink)
}

private func checkLink(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  guard let url = try? ActionCodeURL(text) else { return }

  // No field may contain characters that move a cursor or split a request.
  let fields =
    [url.code, url.apiKey, url.origin, url.path]
    + [url.continueAddress, url.languageCode, url.tenantID].compactMap { $0 }
  for scalar in fields.joined().unicodeScalars {
    demand(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value), "a control character")
  }
  demand((url.origin + url.path).utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a raw character")
  demand(Origin(url.origin) != nil, "an origin that is none")

  // The result must be read as the same link when it is written inside another link. The text after it is needed,
  // because a full stop at the end would belong to the sentence.
  let canonical = url.canonicalText
  for wrapper in ["https://x.page.link/?link=", "app://google/link/?deep_link_id=", "https://x/a#?u="] {
    demand((try? ActionCodeURL(wrapper + FormEncoding.encode(canonical) + "&x=1")) == url, "another link")
  }

  // The code and the key must be in the input.
  let texts = readings(of: bytes)
  demand(texts.contains { $0.holds(url.code.utf8) }, "a code from nowhere")
  demand(texts.contains { $0.holds(url.apiKey.utf8) }, "a key from nowhere")
}

extension ActionCodeURL {
  fileprivate var canonicalText: String {
    var items = [
      QueryItem("mode", operation.mode ?? ""), QueryItem("oobCode", code), QueryItem("apiKey", apiKey),
    ]
    if let continueAddress { items.append(QueryItem("continueUrl", continueAddress)) }
    if let languageCode { items.append(QueryItem("lang", languageCode)) }
    if let tenantID { items.append(QueryItem("tenantId", tenantID)) }
    return origin + path + "?" + FormEncoding.encode(items + pageItems)
  }
}

/// Returns `text` plain and decoded from quoted-printable, without invisible characters, each also decoded once to six
/// times from percent escapes or Proofpoint's letters, and those also from base64.
///
/// A link may be inside a link inside a link.
private func readings(of text: [UInt8]) -> [[UInt8]] {
  [text, undoing(UInt8(ascii: "="), in: text)].flatMap { text in
    let visible = Array(
      String(decoding: text, as: UTF8.self).unicodeScalars.filter { $0.isASCII }.map { UInt8($0.value) })
    return [UInt8(ascii: "%"), UInt8(ascii: "-")].flatMap { mark in
      (0..<6).reduce(into: [visible]) { texts, _ in texts.append(undoing(mark, in: texts[texts.count - 1])) }
    }
  }.flatMap { [$0, undoing(UInt8(ascii: "%"), in: undoingBase64(in: $0))] }
}

/// Returns what the words in base64 in `text` stand for.
private func undoingBase64(in text: [UInt8]) -> [UInt8] {
  let digits = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_ ".utf8)
  return text.split { !digits.contains($0) }.flatMap { word in
    Base64URL.decode(anyForm: String(decoding: word, as: UTF8.self).replacing(" ", with: "+")) ?? []
  }
}

/// Returns `text` with escapes that begin with `mark` decoded, and without soft line breaks.
private func undoing(_ mark: UInt8, in text: [UInt8]) -> [UInt8] {
  var undone: [UInt8] = []
  var index = 0
  while index < text.count {
    let next = text[(index + 1)...].prefix(2)
    let digits = next.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    if text[index] == mark, digits.count == 2 {
      undone.append(UInt8(digits[0] << 4 | digits[1]))
      index += 3
    } else if text[index] == mark, next.first == 10 {
      index += 2
    } else if text[index] == mark, next.elementsEqual([13, 10]) {
      index += 3
    } else {
      undone.append(text[index])
      index += 1
    }
  }
  return undone
}

extension [UInt8] {
  fileprivate func holds(_ part: String.UTF8View) -> Bool {
    let part = Array(part)
    return indices.contains { self[$0] == part.first && self[$0...].starts(with: part) }
  }
}
