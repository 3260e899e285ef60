import Essentials

/// Which fields of requests and answers hold secrets, by their names.
///
/// The service's API key is none, but it is nobody else's business either.
enum SecretField {
  static func isSecret(_ name: String) -> Bool {
    let name = letters(name)
    return whole.contains(name) || parts.contains { name.contains($0) } || isWhole(name)
  }

  /// As above, in a query or a form: `state` is OAuth's there, and what a thing is in elsewhere.
  static func isSecret(ofQuery name: String) -> Bool { isSecret(name) || letters(name) == "state" }

  /// Whether everything below the field is secret, under whatever names.
  static func isWhole(_ name: String) -> Bool { letters(name) == "testphonenumbers" }

  /// Whether `text` is a link that does something for whoever has it, or leads to a page of this machine's user.
  static func holdsSecret(_ text: String) -> Bool {
    text.contains("oobCode")
      || ["http://127.0.0.1", "http://localhost", "http://[::1]"].contains(where: text.hasPrefix)
  }

  /// The shell's variable that stands for it: `ID_TOKEN`.
  static func variable(_ name: String) -> String {
    if ["key", "apikey"].contains(letters(name)) { return "USHER_API_KEY" }
    var variable = ""
    var wasSmall = false
    for scalar in name.unicodeScalars {
      let isLarge = "A"..."Z" ~= scalar
      if isLarge, wasSmall { variable += "_" }
      wasSmall = "a"..."z" ~= scalar || "0"..."9" ~= scalar
      variable += isLarge || wasSmall ? String(scalar).asciiUppercased() : "_"
    }
    return variable.first?.isNumber == false ? variable : "_" + variable
  }

  private static func letters(_ name: String) -> String {
    name.asciiLowercased().filter { $0 != "_" && $0 != "-" }
  }

  private static let parts = [
    "password", "secret", "token", "credential", "proof", "receipt", "captcha", "signerkey", "privatekey",
    "apikey",
    "oobcode", "ooblink", "sessioninfo", "verificationcode", "appcheck",
  ]

  private static let whole: Set = [
    "code", "devicecode", "codeverifier", "requesturi", "authuri", "sessionid", "key", "postbody",
    "salt", "nonce", "rawnonce", "link", "authorization", "cookie", "setcookie",
  ]
}
