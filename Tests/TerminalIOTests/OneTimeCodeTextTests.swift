import Testing

@testable import TerminalIO

@Test(arguments: [
  "654321", " 654321 ", "654 321", "654-321", "6 5 4 3 2 1", "654\u{2011}321", "654–321", "654\u{A0}321",
  "G-654321", "g-654321", " G-654 321", "G\u{2011}654321", "\u{200E}654321\u{202C}", "654321\r\n",
  "٦٥٤٣٢١", "۶۵۴۳۲۱", "६५४३२१", "６５４３２１", "６５４－３２１", "๖๕๔๓๒๑", "٦٥٤ ٣٢١",
])
func aCodeIsUnderstoodAsTyped(typed: String) throws {
  #expect(try OneTimeCodeText.code(in: typed, length: 6...6) == "654321")
}

@Test(arguments: [
  "654321 is your verification code for demo-usher.firebaseapp.com.",
  "654321 is your verification code for my-app-123456.firebaseapp.com.",
  "G-654321 is your Google verification code.",
  "G-654321 is your code for 1234567890",
  "Your code is 654321.",
  "Your code:654321, valid for 10 minutes",
  "Your code is 654321.Do not share it",
  "<#> 654321 is your code\n\n@example.com #654321",
  "Su código de verificación es 654321",
  "654321 là mã xác minh của bạn",
  "您的验证码是654321。",
  "654321是您的验证码",
  "رمز التحقق هو ٦٥٤٣٢١",
  "code-654321",
])
func aCodeIsFoundInAPastedMessage(message: String) throws {
  #expect(try OneTimeCodeText.code(in: message, length: 6...6) == "654321")
}

@Test(arguments: [
  ("", OneTimeCodeText.Problem.empty), ("  \t", .empty), ("-", .empty), ("G-", .empty), ("\u{200B}", .empty),
  ("12345", .wrongLength(5)), ("1234567", .wrongLength(7)), ("G-12345", .wrongLength(5)),
  ("123 456 7", .wrongLength(7)), ("٦٥٤٣٢", .wrongLength(5)),
  ("123456 654321", .severalCodes), ("use 123456 or 654321", .severalCodes),
  ("abcdef", .notDigits), ("65432l", .notDigits), ("Your code is 12345", .notDigits),
  ("call +16505553434", .notDigits), ("½½½½½½", .notDigits), ("六五四三二一", .notDigits),
])
func whatIsNoCodeIsNamed(typed: String, problem: OneTimeCodeText.Problem) {
  #expect(throws: problem) { try OneTimeCodeText.code(in: typed, length: 6...6) }
}

@Test func aCodeMayBeLonger() throws {
  for (typed, code) in [("1234 5678", "12345678"), ("123456", "123456"), ("code: 1234567.", "1234567")] {
    #expect(try OneTimeCodeText.code(in: typed, length: 6...8) == code)
  }
  #expect(throws: OneTimeCodeText.Problem.wrongLength(6)) {
    try OneTimeCodeText.code(in: "654321", length: 8...8)
  }
  #expect(throws: OneTimeCodeText.Problem.wrongLength(9)) {
    try OneTimeCodeText.code(in: "123 456 789", length: 6...8)
  }
}
