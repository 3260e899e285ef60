import CommandKit
import Crypto
import Essentials
import TestSupport
import Testing

@testable import UsherTool

/// Secrets in what authenticator apps and password managers export.
@Suite struct TOTPExportTests {
  private let folder = TestSupport.TemporaryFolder()
  private var path: String { folder.path + "/secret" }
  private static let secret = Array("12345678901234567890".utf8)
  private static let a = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
  private static let b = "JBSWY3DPEHPK3PXP"
  private static let url = "otpauth://totp/usher:kim%40example.com?secret=\(a)&issuer=usher"
  private static let otherURL = "otpauth://totp/Other:pat?secret=\(b)&issuer=Other"

  private func read(_ text: String) throws -> TOTP {
    folder.write(text, to: "secret")
    return try TOTPSecretFile.read(path, FileInput())
  }

  private static func aegis(_ entries: String...) -> String {
    #"{"version":1,"header":{"slots":null,"params":null},"db":{"version":3,"entries":[\#(entries.joined(separator: ","))],"groups":[]}}"#
  }

  private static func aegisEntry(
    _ type: String = "totp", _ name: String = "kim", _ secret: String = a, _ more: String = ""
  ) -> String {
    #"{"type":"\#(type)","uuid":"3d8d","name":"\#(name)","issuer":"usher","note":"","icon":null,"info":{"secret":"\#(secret)","algo":"SHA1","digits":6,"period":30\#(more)}}"#
  }

  private static func twoFAS(_ services: String...) -> String {
    #"{"services":[\#(services.joined(separator: ","))],"groups":[],"updatedAt":1,"schemaVersion":4}"#
  }

  private static func stratum(_ type: Int, _ secret: String = a, _ more: String = "") -> String {
    #"{"Type":\#(type),"Icon":null,"Issuer":"usher","Username":"kim","Secret":"\#(secret)","Pin":null,"Algorithm":0,"Digits":6,"Period":30,"Counter":0\#(more)}"#
  }

  private static let bitwardenColumns =
    "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\n"

  @Test(arguments: [
    aegis(aegisEntry()), aegis(aegisEntry("hotp", "x", b), aegisEntry()),
    aegis(aegisEntry("steam", "x", b), aegisEntry()),
    #"[{"secret":"\#(a)","issuer":"usher","label":"kim","digits":6,"type":"TOTP","algorithm":"SHA1","thumbnail":"Default","period":30,"tags":[]}]"#,
    twoFAS(
      #"{"name":"usher","secret":"\#(a)","otp":{"link":"otpauth:\/\/totp\/kim?secret=\#(a)","label":"kim","account":"kim","issuer":"usher","digits":6,"period":30,"algorithm":"SHA1","tokenType":"TOTP","source":"Link"},"order":{"position":0}}"#
    ),
    #"{"Authenticators":[\#(stratum(2))],"Categories":[],"AuthenticatorCategories":[],"CustomIcons":[]}"#,
    #"{"encrypted":false,"folders":[],"items":[{"type":1,"name":"usher","notes":null,"login":{"username":"kim","password":"hunter2","totp":"\#(a)"}},{"type":1,"name":"x","login":{"totp":null}}]}"#,
    #"{"items":[{"type":1,"name":"usher","login":{"totp":"otpauth:\/\/totp\/x?secret\u003d\#(a)\u0026issuer=usher"}}]}"#,
    bitwardenColumns + ",,login,usher,\"two\nlines, \"\"quoted\"\"\",,0,,kim,hunter2,\(a)\n"
      + ",,login,other,,,0,,pat,hunter2,\n",
    bitwardenColumns + ",,login,usher,,,0,,kim,hunter2,\(url)\r\n",
    "Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes\nusher,https://x.example,kim,p,\(url),false,false,,\n",
    "\"Group\",\"Title\",\"Username\",\"Password\",\"URL\",\"Notes\",\"TOTP\",\"Icon\"\n\"Root\",\"usher\",\"kim\",\"p\",\"\",\"\",\"\(url)\",\"0\"\n",
    "name;otp\nusher;\(url)\n",
    "usher,kim,\(url),false\n",
    #"[{"pinned":"false","iconValue":"","secret":"\#(a)","issuer":"usher","account":"kim","iconType":"","algorithm":"SHA1","digits":"6","kind":"TOTP","timer":"30","counter":"0"}]"#,
    #"{"tokenOrder":["usher:kim"],"tokens":[{"algo":"SHA1","counter":0,"digits":6,"issuerExt":"usher","issuerInt":"usher","label":"kim","period":30,"secret":[49,50,51,52,53,54,55,56,57,48,49,50,51,52,53,54,55,56,57,48],"type":"TOTP"}]}"#,
    "\(url)\n\(url)\n", "\(url)\notpauth://hotp/x?secret=\(b)&counter=1\n",
    "<html><body><td><code>\(url.replacing("&", with: "&amp;"))</code></td></body></html>",
    #"{"version":1,"entries":[{"id":"1","content":{"uri":"\#(url)","entry_type":"Totp","name":"kim"},"note":null}]}"#,
    #"{"secret":"\#(a)"}"#, "\u{FEFF}{\n  \"sharedSecretKey\": \"\(a)\"\n}\n",
  ])
  func theOnlyAccountIsRead(_ text: String) throws {
    #expect(try read(text) == TOTP(secret: Self.secret))
  }

  @Test func whatAnExportSaysOfTheCodesCounts() throws {
    let codes = TOTP(secret: Self.secret, algorithm: .sha256, digits: 8, period: 60)
    for text in [
      Self.aegis(Self.aegisEntry()).replacing("SHA1", with: "SHA256").replacing(":6", with: ":8")
        .replacing(":30", with: ":60"),
      #"[{"secret":"\#(Self.a)","algorithm":"HmacSHA256","digits":"8","kind":"TOTP","timer":"60"}]"#,
      #"{"Authenticators":[{"Type":2,"Secret":"\#(Self.a)","Algorithm":1,"Digits":8,"Period":60}]}"#,
      Self.twoFAS(
        #"{"name":"usher","secret":"\#(Self.a)","otp":{"link":"\#(Self.url)","digits":8,"period":60,"algorithm":"SHA256","tokenType":"TOTP"}}"#
      ),
    ] {
      #expect(try read(text) == codes, "\(text)")
    }
    #expect(
      try read(#"{"tokens":[{"algo":"SHA1","secret":[-47,65,41,-110,83],"type":"TOTP"}]}"#)
        == TOTP(secret: [0xD1, 0x41, 0x29, 0x92, 0x53]))
  }

  private func expect(_ complaint: String, _ hint: Hint, _ text: String) {
    #expect(
      throws: Diagnosis(.badTOTPSecret, Text(verbatim: path + " " + complaint), hint: hint, retry: .newInput),
      "\(text)"
    ) { try read(text) }
  }

  @Test(arguments: [
    "\(url)\n\(otherURL)\n",
    aegis(aegisEntry(), aegisEntry("totp", "pat", b)).replacing(
      #"pat","issuer":"usher"#, with: #"pat","issuer":"Other"#
    ).replacing("\"kim\"", with: "\"kim@example.com\""),
    bitwardenColumns + ",,login,usher,,,0,,kim@example.com,hunter2,\(a)\n"
      + ",,login,Other,,,0,,pat,hunter2,\(b)\n",
    #"[{"secret":"\#(a)","issuer":"usher","label":"kim@example.com"},{"secret":"\#(b)","issuer":"Other","label":"Other:pat"}]"#,
    #"{"items":[{"type":1,"name":"usher","login":{"username":"kim@example.com","totp":"\#(a)"}},{"type":1,"name":"Other","login":{"username":"pat","totp":"\#(otherURL)"}}]}"#,
  ])
  func severalAccountsAreNamedByIssuerAndAccount(_ text: String) {
    expect(
      "contains the secrets of 2 accounts: usher:kim@example.com, Other:pat",
      "the file must contain one: export that account alone, or copy its otpauth URL or its secret", text)
  }

  @Test func manyAccountsAreNotAllNamedAndNoneGetsAControlCharacterOnTheTerminal() {
    let names = (1...11).map { "account \($0)" }
    let entries = names.map { #"{"secret":"\#(Base32.encode(Array($0.utf8)))","label":"\u001b\#($0)"}"# }
    expect(
      "contains the secrets of 11 accounts: \(names.prefix(10).joined(separator: ", ")), …",
      "the file must contain one: export that account alone, or copy its otpauth URL or its secret",
      "[\(entries.joined(separator: ","))]")
    expect(
      "contains the secrets of 2 accounts: #1, #2",
      "the file must contain one: export that account alone, or copy its otpauth URL or its secret",
      #"[{"secret":"\#(Self.a)"},{"secret":"\#(Self.b)"}]"#)
  }

  /// A damaged URL has the secret in its name, and a label is shown.
  @Test(arguments: [
    "otpauth://totp/kim&secret=\(a)\notpauth://totp/pat&secret=\(b)\n",
    "otpauth://totp/kim?issuer=x;secret=\(a)\notpauth://totp/pat?issuer=y;SECRET=\(b)\n",
    #"[{"name":"otpauth://totp/kim?secret=\#(a)","secret":"\#(a)"},{"name":"x \#(b)","secret":"\#(b)"}]"#,
    "otpauth://totp/sec%72et=\(a)?secret=\(a)\notpauth://totp/\(b.lowercased())?secret=\(b)\n",
  ])
  func noSecretIsShown(_ text: String) {
    expect(
      "contains the secrets of 2 accounts: #1, #2",
      "the file must contain one: export that account alone, or copy its otpauth URL or its secret", text)
  }

  @Test(arguments: [
    "usher,\(url),\(otherURL)\n", "name,address\nusher,\(url),\(otherURL)\n", "\(url),\(otherURL),false\n",
    "x,\(url),1,\(otherURL),false\n",
  ])
  func severalURLsOfALineAreSeveralAccounts(_ text: String) {
    expect(
      "contains the secrets of 2 accounts: usher:kim@example.com, Other:pat",
      "the file must contain one: export that account alone, or copy its otpauth URL or its secret", text)
  }

  /// Each account's codes are made of its own members alone.
  @Test(arguments: [
    #"{"secret":"\#(a)","next":{"digits":8,"period":60,"algorithm":"SHA512"}}"#,
    #"{"kim":{"secret":"\#(a)"},"pat":{"secret":"\#(b)","type":"hotp"},"digits":8,"period":60}"#,
    #"{"secret":"\#(a)","backup":{"secret":"\#(b)","type":"hotp"}}"#,
    #"{"secret":"\#(b)","type":"hotp","backup":{"secret":"\#(a)"}}"#,
    #"{"secret":"\#(a)","otp":{"secret":"\#(b)","type":"hotp","digits":8}}"#,
    #"{"client_id":"x","secret":"abcdefgh","totp":"\#(a)"}"#, "type,name,secret\nlogin,x,\(a)\n",
    "\(url),\(url)\n",
  ])
  func whatIsSaidOfAnotherAccountDoesNotCount(_ text: String) throws {
    #expect(try read(text) == TOTP(secret: Self.secret))
  }

  @Test(arguments: ["\"SHA224\"", "\"MD5\"", "\"SHA1\",\"digits\":5"])
  func whatAServiceSaysTwiceIsOneAccount(_ algorithm: String) {
    expect(
      "contains a secret with an algorithm, digits or a period that usher does not have",
      "the file must contain the secret in Base32 on one line, an otpauth URL, or an app's export",
      Self.twoFAS(
        #"{"name":"usher","secret":"\#(Self.a)","otp":{"link":"\#(Self.url)","algorithm":\#(algorithm)}}"#))
    expect(
      "contains a secret for codes by counter (HOTP), not by time",
      "the file must contain the secret in Base32 on one line, an otpauth URL, or an app's export",
      Self.twoFAS(
        #"{"name":"usher","secret":"\#(Self.a)","otp":{"link":"\#(Self.url)","tokenType":"HOTP"}}"#))
  }

  /// Each name is read once, and accounts are told apart in one pass.
  @Test func noExportTakesLong() {
    let secrets = (0..<4_000).map { number in
      Self.b + Base32.encode([UInt8(number >> 8), UInt8(number & 255), 0, 0, 0])
    }
    let members: [String] = secrets.enumerated().map { #""secret\#($0)":"\#($1)""# }
    let objects: [String] = secrets.map { #"{"secret":"\#($0)"}"# }
    let named: [String] = objects.enumerated().map { #""k\#($0)":\#($1)"# }
    let rows: [String] = secrets.map { "x,\($0)\n" }
    let urls: [String] = secrets.map { "otpauth://totp/x?secret=\($0)\n" }
    for text in [
      "{\(members.joined(separator: ","))}", "{\(named.joined(separator: ","))}",
      "[\(objects.joined(separator: ","))]", "name,secret\n" + rows.joined(), urls.joined(),
      String(repeating: "n", count: 100_000) + ",secret\n" + String(repeating: "x,y\n", count: 30_000),
      String(repeating: "otpauth:", count: 20_000), String(repeating: "{\"secret\":", count: 20_000),
    ] {
      let time = processorTime { _ = try? read(text) }
      #expect(time < .seconds(20), "\(text.prefix(40))")
    }
  }

  @Test(arguments: [
    (#"{"version":1,"header":{"slots":[{"type":1}],"params":{"nonce":"00"}},"db":"AAAA"}"#, "Aegis"),
    (#"{"services":[],"groups":[],"servicesEncrypted":"AAAA:BBBB:CCCC","reference":"x"}"#, "2FAS"),
    (#"{"encrypted":true,"passwordProtected":true,"salt":"x","data":"2.AAAA"}"#, "Bitwarden"),
    (#"{"version":1,"kdfParams":{"memLimit":1},"encryptedData":"AAAA","encryptionNonce":"x"}"#, "Ente Auth"),
    ("AUTHENTICATORPRO\u{1}\u{0}x", "Stratum"),
  ])
  func anEncryptedExportIsNamed(_ text: String, app: String) {
    expect(
      "is an encrypted export of \(app)",
      "export it without encryption, or copy the account's secret from the app", text)
  }

  @Test(arguments: [
    (aegis(aegisEntry("hotp")), "contains a secret for codes by counter (HOTP), not by time"),
    (aegis(aegisEntry("steam")), "contains a secret of Steam, whose codes are not digits"),
    (aegis(aegisEntry("yandex")), "contains a secret for codes of another kind (yandex)"),
    (#"[{"secret":"\#(a)","type":"sundial"}]"#, "contains a secret for codes of another kind (sundial)"),
    (#"{"Authenticators":[\#(stratum(1))]}"#, "contains a secret for codes by counter (HOTP), not by time"),
    (#"{"Authenticators":[\#(stratum(3))]}"#, "contains a secret for codes of another kind (mOTP)"),
    (#"{"Authenticators":[\#(stratum(4))]}"#, "contains a secret of Steam, whose codes are not digits"),
    (
      #"{"items":[{"type":1,"login":{"totp":"steam:\/\/\#(a)"}}]}"#,
      "contains a secret of Steam, whose codes are not digits"
    ),
    (
      #"[{"secret":"\#(a)","algorithm":"MD5"}]"#,
      "contains a secret with an algorithm, digits or a period that usher does not have"
    ),
    (
      #"[{"secret":"\#(a)","digits":5}]"#,
      "contains a secret with an algorithm, digits or a period that usher does not have"
    ),
    (
      #"[{"secret":"\#(a)","period":0}]"#,
      "contains a secret with an algorithm, digits or a period that usher does not have"
    ),
    (aegis(), "does not contain a Base32 secret"),
    (#"{"secret":"\#(a)""#, "does not contain a Base32 secret"),
    (
      #"{"client_id":"x","secret":"abcdefgh"}"#,
      "does not contain a Base32 secret of at least 16 letters"
    ),
    ("name,secret\nx,abcdefgh\n", "does not contain a Base32 secret of at least 16 letters"),
    (#"[{"secret":"\#(a)","type":"\#(b)"}]"#, "contains a secret for codes of another kind"),
    (#"{"secret":"not base32!"}"#, "does not contain a Base32 secret"),
    (#"{"tokens":[{"secret":[300]}]}"#, "does not contain a Base32 secret"),
    (bitwardenColumns + ",,login,usher,,,0,,kim,\(a),\n", "does not contain a Base32 secret"),
    (#"{"items":[{"login":{"totp":"otpauth://totp/kim"}}]}"#, "does not contain a valid otpauth URL"),
  ])
  func anythingElseIsNamedTruly(_ text: String, complaint: String) {
    expect(
      complaint, "the file must contain the secret in Base32 on one line, an otpauth URL, or an app's export",
      text)
  }

  /// In prose and tables, and in XML that only names it.
  @Test(arguments: [
    "| mfa@example.com | `Guest123` | TOTP, secret `\(b)` |\n\nAdd the secret `\(b)` to any app, or run `oathtool --totp -b \(b)`.",
    "Your new secret key is: \(b)\nYour verification code is 265293\nYour emergency scratch codes are:\n  23358457\n",
    "<String><Key>Password</Key><Value>pass</Value></String><String><Key>TOTP Seed</Key><Value>\(b)</Value></String>",
    "https://www.google.com/chart?chs=200x200&chl=otpauth://totp/paul@example.com%3Fsecret%3D\(b)",
    "otpauth://totp/a:b?secret=\(b)&algorithm=null&digits=null&period=null",
  ])
  func aSecretThatIsCalledSo(text: String) throws {
    #expect(try read(text) == TOTP(secret: #require(Base32.decode(Self.b))))
  }

  @Test func wordsThatNobodyCallsSecrets() {
    for text in ["aws_access_key_id AKIAIOSFODNN7EXAMPLE", "the secret \(Self.b) and the secret \(Self.a)"] {
      #expect(throws: Diagnosis.self) { try read(text) }
    }
  }
}
