import HTTP
import IdentityToolkit

@testable import AuthClient
@testable import AuthServer

extension FuzzTarget {
  /// Checks that a whole mail from the outbox, pasted plain or encoded, is read as its link.
  ///
  /// The input's lines are the purpose, language, project, API key, page of the app, and one or two addresses.
  static let mail = FuzzTarget(name: "mail") { bytes in
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map(String.init)
    guard lines.count >= 6, let type = types.first(where: { $0.mode == lines[0] }),
      let email = try? EmailAddress(lines[5]),
      lines[4].isEmpty || (try? ContinueURL(lines[4], under: .strict)) != nil,
      !lines[2].utf8.contains(where: { !(0x21...0x7E).contains($0) || "<>\"&:/".utf8.contains($0) })
    else { return }
    let language = MessageLanguage.nearest(to: lines[1])
    let link = ActionLink(
      type, code: "c0de-_1", apiKey: lines[3], tenant: nil,
      settings: LinkSettings(continueURL: lines[4].isEmpty ? nil : lines[4]), on: place, language: language)
    let mail = MailText(
      type, project: lines[2], email: email.text,
      newEmail: lines.count > 6 ? (try? EmailAddress(lines[6]))?.text : nil, link: link.mailed,
      language: language)
    demand(
      mail.subject.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "two subjects")
    demand(mail.body.split(separator: "\n").count { $0 == link.mailed } == 1, "not one link")
    // A full stop at the end is read as part of the sentence.
    guard link.mailed.last != ".", let url = try? ActionCodeURL(link.mailed) else { return }
    demand(url.code == link.code && url.apiKey == lines[3], "another link")
    demand((try? ActionCodeURL(mail.body)) == url, "another link in the mail")
    demand((try? ActionCodeURL(quotedPrintable(mail.body))) == url, "another link in the encoded mail")
  }

  private static let place = LinkPlace(
    actionPage: "http://127.0.0.1:9099/emulator/action", appPage: "http://127.0.0.1:9099/__/auth/links")

  private static let types: [OobRequestType] = [
    .emailSignIn, .passwordReset, .verifyEmail, .verifyAndChangeEmail, .recoverEmail,
    .revertSecondFactorAddition,
  ]

  /// Returns `text` in quoted-printable with lines of at most 76 characters (RFC 2045, section 6.7).
  private static func quotedPrintable(_ text: String) -> String {
    var encoded = ""
    var width = 0
    for byte in text.utf8 {
      if byte == 10 {
        encoded += "\r\n"
        width = 0
        continue
      }
      let isPlain = (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "=")
      let hex = String(byte, radix: 16, uppercase: true)
      let piece = isPlain ? String(Unicode.Scalar(byte)) : "=" + (hex.utf8.count < 2 ? "0" : "") + hex
      if width + piece.utf8.count > 75 {
        encoded += "=\r\n"
        width = 0
      }
      encoded += piece
      width += piece.utf8.count
    }
    return encoded
  }
}
