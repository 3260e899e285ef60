import Essentials
import TerminalIO

/// The signs that a text is a one-time code, a link or a token, which no history may save.
///
/// It errs on the safe side, because a line that was not saved can be typed again.
struct SecretLooks {
  private let text: String

  init(of text: String) {
    self.text = text
  }

  /// Returns whether the value of an ordinary argument, such as a number or a name, looks secret.
  /// - Parameter isURL: Whether the argument takes a URL.
  func areInValue(isURL: Bool = false) -> Bool {
    if isPhoneNumber { return false }
    return isCode || areTokens || isAddress && !isPlainAddress(mayHavePath: isURL)
      || text.contains(where: \.isWhitespace) && areInMessage
  }

  /// Whether text outside any argument looks secret, such as a pasted message or a misplaced word.
  var areInMessage: Bool {
    areTokens || isAddress || hasCode || namesSecret
  }

  /// Whether a word for a program looks secret. Only the program knows its meaning.
  var areInProgramsWord: Bool { areInValue() || namesSecret }

  // MARK: - Codes

  private static let codeLength = 6...8

  /// Whether the whole text is a code, grouped or not.
  private var isCode: Bool {
    !text.contains { $0.isLetter && !"Gg".contains($0) } && Self.hasCode(text)
  }

  /// Whether the text is a phone number with a country code. Without one, it could be a code.
  private var isPhoneNumber: Bool {
    text.hasPrefix("+") && (7...15).contains(text.count(where: \.isNumber))
      && text.dropFirst().allSatisfy { $0.isNumber || " -().".contains($0) }
  }

  /// Whether the text contains a code, in one word or split into several.
  private var hasCode: Bool {
    Self.hasCode(text) || Self.hasCode(text.filter { !$0.isWhitespace && !"-.".contains($0) })
  }

  private static func hasCode(_ text: String) -> Bool {
    do throws(OneTimeCodeText.Problem) {
      _ = try OneTimeCodeText.code(in: text, length: codeLength)
      return true
    } catch {
      return error == .severalCodes
    }
  }

  // MARK: - Links

  /// Whether the text contains a link, plain or encoded inside another link.
  private var isAddress: Bool {
    let text = text.asciiLowercased()
    return ["://", "%3a%2f%2f", "oobcode", "www."].contains { text.contains($0) }
  }

  /// Whether the text is a server's address without user name, query or fragment.
  private func isPlainAddress(mayHavePath: Bool) -> Bool {
    guard let scheme = text.firstRange(of: "://") else { return false }
    let place = text[scheme.upperBound...]
    let path = place.drop { $0 != "/" }
    return (mayHavePath || path.count < 2) && !place.contains { "?#@%&=".contains($0) }
  }

  // MARK: - Tokens

  /// Whether the text contains a long run of letters and digits, as tokens, verification IDs and TOTP secrets have.
  private var areTokens: Bool {
    if text.contains("eyJ") || text.contains("AIza") || isGroupedSecret { return true }
    return text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.contains { run in
      run.count >= 24 && run.contains(where: \.isNumber)
        || run.count >= 16 && Self.isBase32(run.asciiUppercased())
          && (run.contains(where: \.isNumber) || run == run.asciiUppercased()[...])
    }
  }

  /// Whether the text is a TOTP secret in groups, as users copy it from an authenticator app.
  private var isGroupedSecret: Bool {
    let groups = text.split(whereSeparator: \.isWhitespace)
    let whole = groups.joined()
    return groups.count > 1 && whole.count >= 16 && Self.isBase32(whole.asciiUppercased())
      && (whole.contains(where: \.isNumber) || whole == whole.asciiUppercased())
  }

  private static func isBase32(_ text: String) -> Bool {
    text.allSatisfy { "A"..."Z" ~= $0 || "2"..."7" ~= $0 }
  }

  /// Whether the text contains a word for a secret, such as `PASSWORD=…`, whose value stands beside it.
  private var namesSecret: Bool {
    let letters = text.asciiLowercased().filter(\.isLetter)
    return ["passw", "passphrase", "secret", "token", "apikey", "authorization", "bearer"].contains {
      letters.contains($0)
    }
  }
}
