import Testing

@testable import CommandKit

@Suite struct TextLayoutTests {
  private let rows = [
    (term: "verify-phone", text: "向电话号码发送验证码，然后用它登录；发送后一分钟内不再发送第二条短信。"),
    (term: "会话", text: "Hiện trạng thái của phiên đăng nhập, và các bước còn đang chờ bạn hoàn tất."),
    (term: "estado", text: "Muestra el estado de la sesión y los pasos que todavía esperan tu código."),
  ]

  @Test func columnsAreAlignedByTheWidthOfTheirCharacters() {
    #expect(
      TextLayout.table(rows, width: 80) == [
        "  verify-phone  向电话号码发送验证码，然后用它登录；发送后一分钟内不再发送第二条",
        "                短信。",
        "  会话          Hiện trạng thái của phiên đăng nhập, và các bước còn đang chờ",
        "                bạn hoàn tất.",
        "  estado        Muestra el estado de la sesión y los pasos que todavía esperan",
        "                tu código.",
      ])
    #expect(
      TextLayout.table(rows, width: 40) == [
        "  verify-phone  向电话号码发送验证码，然",
        "                后用它登录；发送后一分钟",
        "                内不再发送第二条短信。",
        "  会话          Hiện trạng thái của",
        "                phiên đăng nhập, và các",
        "                bước còn đang chờ bạn",
        "                hoàn tất.",
        "  estado        Muestra el estado de la",
        "                sesión y los pasos que",
        "                todavía esperan tu",
        "                código.",
      ])
  }

  @Test func theTextOfAWideTermIsBelowIt() {
    #expect(
      TextLayout.table([("用户的电话号码和电子邮件地址", "必需")], width: 40)
        == ["  用户的电话号码和电子邮件地址", "                              必需"])
  }

  @Test func aSentenceInChineseFillsItsLines() {
    #expect(
      TextLayout.wrap("登录 Firebase Authentication 的用户，支持电话、电子邮件和通行密钥。", width: 30)
        == ["登录 Firebase Authentication", "的用户，支持电话、电子邮件和通", "行密钥。"])
  }
}
