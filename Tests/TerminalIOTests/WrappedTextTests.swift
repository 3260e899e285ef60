import Testing

@testable import TerminalIO

struct WrappedTextTests {
  @Test func `Text breaks between words`() {
    #expect(
      WrappedText.lines("The mail sent a moment ago still stands.", columns: 16)
        == "The mail sent a\nmoment ago still\nstands.")
  }

  @Test func `What fits stays as it is`() {
    #expect(WrappedText.lines("  p1  waits\n\nfor it", columns: 11) == "  p1  waits\n\nfor it")
  }

  @Test func `Nothing is broken where nobody knows how long a line is`() {
    #expect(WrappedText.lines("one two three", columns: nil) == "one two three")
    #expect(WrappedText.lines("one two three", columns: 0) == "one two three")
  }

  @Test func `What follows a label is aligned below itself`() {
    #expect(
      WrappedText.lines("Who      kim@example.com (uid 7f3)", columns: 26)
        == "Who      kim@example.com\n         (uid 7f3)")
    #expect(WrappedText.lines("  1) SMS to a phone", columns: 12) == "  1) SMS to\n  a phone")
  }

  @Test func `A command stays whole`() {
    #expect(
      WrappedText.lines("To finish:\n  usher confirm-code --pending p1", columns: 20)
        == "To finish:\n  usher confirm-code --pending p1")
    #expect(
      WrappedText.lines("Saved. To finish:  usher confirm-code --pending p1", columns: 30)
        == "Saved. To finish:\nusher confirm-code --pending p1")
    #expect(
      WrappedText.lines("hint: see: usher mfa list; unenroll one with: usher mfa unenroll", columns: 26)
        == "hint: see: usher mfa list;\nunenroll one with:\nusher mfa unenroll")
  }

  @Test func `A phone number and a uid stay whole`() {
    #expect(
      WrappedText.lines("Such as +1 650-555-3434.", columns: 12) == "Such as\n+1 650-555-3434.")
    #expect(
      WrappedText.lines("Signed in as kim (uid 7f3, here).", columns: 22)
        == "Signed in as kim\n(uid 7f3, here).")
  }

  @Test func `Colours take no room`() {
    #expect(
      WrappedText.lines("\u{1B}[1;31merror:\u{1B}[0m one two", columns: 14)
        == "\u{1B}[1;31merror:\u{1B}[0m one two")
  }

  @Test func `A word that is longer than a line is left to the terminal`() {
    #expect(WrappedText.lines("a wonderfullylongword b", columns: 8) == "a\nwonderfullylongword\nb")
  }

  @Test func `Chinese breaks between characters, at marks that may end a line`() {
    let text = "error: 验证码不正确或已过期。请重新发送短信，然后输入 kim@example.com 收到的 6 位数验证码（仅限一次）。"
    #expect(
      WrappedText.lines(text, columns: 40) == """
        error: 验证码不正确或已过期。请重新发送
        短信，然后输入 kim@example.com 收到的 6
        位数验证码（仅限一次）。
        """)
    #expect(
      WrappedText.lines(text, columns: 80) == """
        error: 验证码不正确或已过期。请重新发送短信，然后输入 kim@example.com 收到的 6
        位数验证码（仅限一次）。
        """)
  }

  @Test func `Spanish and Vietnamese break between words`() {
    let spanish = "error: el código de verificación no es correcto o ya caducó; envía otro SMS a tu teléfono."
    #expect(
      WrappedText.lines(spanish, columns: 40) == """
        error: el código de verificación no es
        correcto o ya caducó; envía otro SMS a
        tu teléfono.
        """)
    let vietnamese =
      "lỗi: mã xác minh không đúng hoặc đã hết hạn; hãy gửi lại tin nhắn SMS đến số điện thoại của bạn."
    #expect(
      WrappedText.lines(vietnamese, columns: 40) == """
        lỗi: mã xác minh không đúng hoặc đã hết
        hạn; hãy gửi lại tin nhắn SMS đến số
        điện thoại của bạn.
        """)
    #expect(
      WrappedText.lines(vietnamese, columns: 80) == """
        lỗi: mã xác minh không đúng hoặc đã hết hạn; hãy gửi lại tin nhắn SMS đến số
        điện thoại của bạn.
        """)
    #expect(
      WrappedText.lines("lo\u{302}\u{303}i: ma\u{303} xa\u{301}c", columns: 11)
        == "lo\u{302}\u{303}i: ma\u{303} xa\u{301}c")
  }

  @Test func `What follows a wide label is aligned below itself`() {
    #expect(
      WrappedText.lines("会话    默认会话，用户 kim@example.com（uid 7f3）", columns: 30) == """
        会话    默认会话，用户
                kim@example.com
                （uid 7f3）
        """)
    // A label of more than half a line is none.
    #expect(WrappedText.lines("登录会话标签  用户的名称", columns: 20) == "登录会话标签  用户的\n名称")
  }

  @Test func `A command after a Chinese colon stays whole`() {
    #expect(
      WrappedText.lines("提示：如需查看，请运行：usher mfa list；如需取消注册：usher mfa unenroll --factor 电话", columns: 24)
        == """
        提示：如需查看，请运行：
        usher mfa list；如需取消
        注册：
        usher mfa unenroll --factor 电话
        """)
    #expect(
      WrappedText.lines("请登录：  usher verify-phone +1 650-555-3434", columns: 20)
        == "请登录：\nusher verify-phone +1 650-555-3434")
  }

  @Test func `Chinese around a phone number leaves it whole`() {
    #expect(
      WrappedText.lines("验证码已发送到（+1 650-555-3434）。", columns: 26) == "验证码已发送到\n（+1 650-555-3434）。")
  }

  @Test func `A colour in Chinese takes no room and begins no line`() {
    #expect(
      WrappedText.lines("\u{1B}[1;31m错误：\u{1B}[0m没有用户登录", columns: 14)
        == "\u{1B}[1;31m错误：\u{1B}[0m没有用户\n登录")
  }
}
