import Essentials

/// The names of the fields in requests and responses that hold secrets.
///
/// The API key is not a secret, but it is treated as one.
enum SecretField {
  static func isSecret(_ name: String) -> Bool {
    let name = letters(name)
    return !harmless.contains(name)
      && (whole.contains(name) || parts.contains { name.contains($0) } || isWhole(name))
  }

  /// Returns whether a field of a query or a form is secret.
  ///
  /// In addition, `state` is secret there, because OAuth uses it. Elsewhere it is an ordinary field.
  static func isSecret(ofQuery name: String) -> Bool { isSecret(name) || letters(name) == "state" }

  /// Returns whether everything below the field is secret, under any name.
  static func isWhole(_ name: String) -> Bool { letters(name) == "testphonenumbers" }

  /// Returns whether `text` is a link with an action code, or a link to a page on this machine.
  static func holdsSecret(_ text: String) -> Bool {
    text.contains("oobCode")
      || ["http://127.0.0.1", "http://localhost", "http://[::1]"].contains(where: text.hasPrefix)
  }

  /// Returns the name of the shell variable for a secret field, such as `ID_TOKEN`.
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
    "oobcode", "ooblink", "sessioninfo", "verificationcode", "appcheck", "signature", "cookie",
  ]

  /// What is called like a secret and says only which kind or state one has.
  private static let harmless: Set = ["emailpasswordenforcementstate", "recaptchaversion", "tokentype"]

  private static let whole: Set = [
    "assertion", "code", "devicecode", "codeverifier", "requesturi", "authuri", "sessionid", "key",
    "postbody",
    "salt", "nonce", "rawnonce", "link", "authorization",
  ]
}
