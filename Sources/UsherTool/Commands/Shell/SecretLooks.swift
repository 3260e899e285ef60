import Essentials
import TerminalIO

/// What a text looks like that no history may keep: a one-time code, a link, a token.
///
/// Rather too much than too little: a line that is not kept can be typed again.
struct SecretLooks {
  private let text: String

  init(of text: String) {
    self.text = text
  }

  /// The value of an argument that takes something else, a number or a name.
  /// - Parameter isURL: Whether that is an address.
  func areInValue(isURL: Bool = false) -> Bool {
    if isPhoneNumber { return false }
    return isCode || areTokens || isAddress && !isPlainAddress(mayHavePath: isURL)
      || text.contains(where: \.isWhitespace) && areInMessage
  }

  /// Text that no argument was found for: part of a message that was pasted, or a word in the wrong place.
  var areInMessage: Bool {
    areTokens || isAddress || hasCode || namesSecret
  }

  /// A word of a program's, of which only that program knows what it is.
  var areInProgramsWord: Bool { areInValue() || namesSecret }

  // MARK: - Codes

  private static let codeLength = 6...8

  /// All of it, however it is grouped.
  private var isCode: Bool {
    !text.contains { $0.isLetter && !"Gg".contains($0) } && Self.hasCode(text)
  }

  /// With its country code: others are as long as codes, or longer.
  private var isPhoneNumber: Bool {
    text.hasPrefix("+") && (7...15).contains(text.count(where: \.isNumber))
      && text.dropFirst().allSatisfy { $0.isNumber || " -().".contains($0) }
  }

  /// Somewhere in it, in one word or in several.
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

  /// Links are mailed encoded within others, too.
  private var isAddress: Bool {
    let text = text.asciiLowercased()
    return ["://", "%3a%2f%2f", "oobcode", "www."].contains { text.contains($0) }
  }

  /// A server's address: no account in it, and nothing that the server is asked.
  private func isPlainAddress(mayHavePath: Bool) -> Bool {
    guard let scheme = text.firstRange(of: "://") else { return false }
    let place = text[scheme.upperBound...]
    let path = place.drop { $0 != "/" }
    return (mayHavePath || path.count < 2) && !place.contains { "?#@%&=".contains($0) }
  }

  // MARK: - Tokens

  /// ID tokens, refresh tokens, verification IDs, links' codes, TOTP secrets: long runs of letters and digits.
  private var areTokens: Bool {
    if text.contains("eyJ") || text.contains("AIza") || isGroupedSecret { return true }
    return text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.contains { run in
      run.count >= 24 && run.contains(where: \.isNumber)
        || run.count >= 16 && Self.isBase32(run.asciiUppercased())
          && (run.contains(where: \.isNumber) || run == run.asciiUppercased()[...])
    }
  }

  /// An authenticator app's secret as people copy it, in groups.
  private var isGroupedSecret: Bool {
    let groups = text.split(whereSeparator: \.isWhitespace)
    let whole = groups.joined()
    return groups.count > 1 && whole.count >= 16 && Self.isBase32(whole.asciiUppercased())
      && (whole.contains(where: \.isNumber) || whole == whole.asciiUppercased())
  }

  private static func isBase32(_ text: String) -> Bool {
    text.allSatisfy { "A"..."Z" ~= $0 || "2"..."7" ~= $0 }
  }

  /// A word for a secret, beside which the secret stands: `PASSWORD=…`.
  private var namesSecret: Bool {
    let letters = text.asciiLowercased().filter(\.isLetter)
    return ["passw", "passphrase", "secret", "token", "apikey", "authorization", "bearer"].contains {
      letters.contains($0)
    }
  }
}
