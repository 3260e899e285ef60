import CommandKit
import Crypto
import Essentials
import LibC
import TestSupport
import Testing

@testable import UsherTool

@Suite struct TOTPSecretFileTests {
  private let folder = TestSupport.TemporaryFolder()
  private var path: String { folder.path + "/secret" }
  private static let secret = Array("12345678901234567890".utf8)
  private static let base32 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

  private func read(_ text: String) throws -> TOTP {
    folder.write(text, to: "secret")
    return try TOTPSecretFile.read(path, FileInput())
  }

  @Test func theSecretIsWrittenBareForTheUserAlone() throws {
    try NewSecretFile.write(Self.base32 + "\n", to: path)
    #expect(folder.text(of: "secret") == Self.base32 + "\n")
    #expect(folder.mode(of: "secret") == 0o600)
    #expect(try TOTPSecretFile.read(path, FileInput()) == TOTP(secret: Self.secret))
  }

  @Test func whatIsThereIsNeverOverwrittenOrFollowed() {
    folder.write("mine", to: "secret")
    folder.makeLink("link", to: "elsewhere")
    let hint: Hint = "remove it first, or choose another name"
    for path in [path, folder.path + "/link"] {
      #expect(
        throws: Diagnosis(
          .cannotWrite, "cannot write \(path) (File exists)", hint: hint,
          retry: .newInput)
      ) {
        try NewSecretFile.write(Self.base32 + "\n", to: path)
      }
    }
    #expect(folder.text(of: "secret") == "mine")
    #expect(folder.names() == ["link", "secret"])
  }

  @Test(arguments: [
    base32, base32 + "\n", base32 + "\r\n", "gezd gnbv gy3t qojq gezd gnbv gy3t qojq\n",
    "otpauth://totp/usher:kim%40example.com?secret=\(base32)&issuer=usher\n",
    "OTPAUTH://TOTP/kim?secret=\(base32)&algorithm=sha1&digits=6&period=30",
    "otpauth://totp/kim?secret=\(base32)&algorithm=SHA-1",
    "otpauth://totp/kim?secret=\(base32)&algorithm=HmacSHA1",
    "URL: otpauth://totp/kim?secret=\(base32)\nSecret: GEZD GNBV GY3T QOJQ\n",
    "\"otpauth://totp/k?secret=\(base32)\"",
    "TOTP_SECRET=\(base32)\n", "TOTP_SECRET='\(base32)'\n", "export TOTP_SECRET=\"\(base32)\"",
    "Secret: \(base32)",
    "\u{FEFF}\(base32)\r\n\r\n", "\n  \(base32)  \n", "GEZD\u{A0}GNBV\u{A0}GY3TQOJQGEZDGNBVGY3TQOJQ",
    "\"\(base32)\",",
    "gezd-gnbv-gy3t-qojq-gezd-gnbv-gy3t-qojq",
    "otpauth://totp/Example Co:O'Brien?secret=\(base32)&issuer=Example Co\n",
    "otpauth-migration://offline?data=CigKFDEyMzQ1Njc4OTAxMjM0NTY3ODkwEgNraW0aBXVzaGVyIAEoATACEAEYASAA",
  ])
  func everyFormOfTheSecretIsRead(_ text: String) throws {
    #expect(try read(text) == TOTP(secret: Self.secret))
  }

  @Test func aURLSaysHowCodesAreMade() throws {
    #expect(
      try read("otpauth://totp/kim?secret=\(Self.base32)&algorithm=SHA256&digits=8&period=60")
        == TOTP(secret: Self.secret, algorithm: .sha256, digits: 8, period: 60))
    #expect(try read("otpauth://totp/kim?secret=\(Self.base32)&algorithm=SHA512").algorithm == .sha512)
    #expect(
      try read(
        "otpauth-migration://offline?data=CigKFDEyMzQ1Njc4OTAxMjM0NTY3ODkwEgNraW0aBXVzaGVyIAIoAjACEAEYASAA")
        == TOTP(secret: Self.secret, algorithm: .sha256, digits: 8))
  }

  /// The example of gauth-decode, whose batch has a negative number.
  @Test func anExportOfGoogleAuthenticatorIsRead() throws {
    #expect(
      try read(
        "otpauth-migration://offline?data=Ch8KBdFBKZJTEgpUZXN0IFRva2VuGgQyRkFTIAEoATACEAEYASAAKIji6ej7%2F%2F%2F%2F%2FwE%3D"
      ) == TOTP(secret: [0xD1, 0x41, 0x29, 0x92, 0x53]))
  }

  @Test func theAccountsOfAnExportOfGoogleAuthenticatorAreNamed() {
    #expect(
      throws: Diagnosis(
        .badTOTPSecret,
        Text(verbatim: path + " contains the secrets of 2 accounts: usher:kim, Other:pat"),
        hint: "the file must contain one: export that account alone, or copy its otpauth URL or its secret",
        retry: .newInput)
    ) {
      try read(
        "otpauth-migration://offline?data=CigKFDEyMzQ1Njc4OTAxMjM0NTY3ODkwEgNraW0aBXVzaGVyIAEoATACCh4KCkhlbGxvId6tvu8SA3BhdBoFT3RoZXIgASgBMAIQARgBIAA="
      )
    }
  }

  @Test(arguments: [
    ("", "is empty"), ("\n", "is empty"), ("\r\n", "is empty"),
    ("\n\n", "is empty"), (" ", "is empty"),
    ("\u{FEFF}", "is empty"), ("\u{FEFF}\r\n", "is empty"),
    ("password", "does not contain a Base32 secret of at least 16 letters"),
    ("note: ask me", "does not contain a Base32 secret of at least 16 letters"),
    ("=", "does not contain a Base32 secret"),
    ("123456", "does not contain a Base32 secret"),
    ("\(base32)\n\(base32)\n", "does not contain a Base32 secret"),
    ("otpauth://totp/kim", nil), ("otpauth://totp/kim?issuer=x", nil), ("otpauth://totp/kim?secret=", nil),
    (
      "otpauth://hotp/kim?secret=\(base32)&counter=1",
      "contains a secret for codes by counter (HOTP), not by time"
    ),
    ("otpauth://steam/kim?secret=\(base32)", "contains a secret of Steam, whose codes are not digits"),
    (
      "otpauth-migration://offline?data=CigKFDEyMzQ1Njc4OTAxMjM0NTY3ODkwEgNraW0aBXVzaGVyIAEoATABEAEYASAA",
      "contains a secret for codes by counter (HOTP), not by time"
    ),
    (
      "otpauth-migration://offline?data=AAAA",
      "does not contain an export of Google Authenticator that usher can read"
    ),
    ("otpauth://totp/kim?secret=1", nil),
    ("otpauth://totp/kim?secret=\(base32)&secret=\(base32)", nil),
    ("otpauth://totp/kim?secret=\(base32)&algorithm=MD5", nil),
    ("otpauth://totp/kim?secret=\(base32)&digits=5", nil),
    ("otpauth://totp/kim?secret=\(base32)&digits=x", nil),
    ("otpauth://totp/kim?secret=\(base32)&period=0", nil),
    ("otpauth://totp/kim?secret=\(base32)&period=99999999999999999999", nil),
    ("otpauth://totp/kim?secret=\(base32)%", nil),
  ])
  func anythingElseIsMalformed(_ text: String, complaint: String?) {
    #expect(
      throws: Diagnosis(
        .badTOTPSecret,
        Text(verbatim: path + " " + (complaint ?? "does not contain a valid otpauth URL")),
        hint: "the file must contain the secret in Base32 on one line, an otpauth URL, or an app's export",
        retry: .newInput)
    ) {
      try read(text)
    }
  }
}
