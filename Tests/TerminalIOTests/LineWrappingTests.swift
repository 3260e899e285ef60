import Essentials
import Testing

struct LineWrappingTests {
  @Test(arguments: [
    ("", 0), ("code", 4), ("código", 6), ("Số điện thoại", 13), ("验证码", 6), ("６位", 4), ("（uid）", 7),
    ("カナ", 4), ("ｶﾅ", 2), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("e\u{302}\u{323}", 1), ("\u{301}", 0),

    ("😀", 2), ("👩‍👩‍👧", 2), ("🇻🇳", 2), ("✓", 1), ("“…”", 3), ("𠮷", 2), ("\u{1B}[1;31m错误：\u{1B}[0m", 6),
    ("a\u{200B}b", 2),
  ])
  func `A character has as many columns as a terminal gives it`(text: String, width: Int) {
    #expect(LineWrapping.width(text) == width)
  }

  private func lines(_ text: String, columns: Int) -> [String] {
    LineWrapping.lines(
      of: text.split(separator: " ").enumerated().map { (gap: $0 == 0 ? "" : " ", text: $1) },
      columns: columns)
  }

  @Test(arguments: [
    ("没有用户登录", ["没有用", "户登录"]),
    ("请登录，再试。", ["请登", "录，再", "试。"]),
    ("用户（名称）不对", ["用户", "（名", "称）不", "对"]),
    ("他说了“你好”吗", ["他说了", "“你好”", "吗"]),
    ("项目'名称'不对", ["项目'名", "称'不对"]),
    ("有效期为 30%。好", ["有效期", "为", "30%。好"]),
    ("代码abc不对", ["代码abc", "不对"]),
    ("录/注(好)!很", ["录/注", "(好)!很"]),
    ("ログインしてょー", ["ログイ", "ンし", "てょー"]),
    ("l’adresse ‘kim’", ["l’adresse", "‘kim’"]),
  ])
  func `A line breaks where Chinese and Japanese allow it`(text: String, expected: [String]) {
    #expect(lines(text, columns: 7) == expected)
  }

  @Test func `A text is padded and cut by its columns`() {
    #expect("会话".padded(to: 6) == "会话  ")
    #expect("会话".padded(to: 3) == "会话 ")
    #expect("状态和等待".cut(to: 10) == "状态和等待")
    #expect("状态和等待".cut(to: 9) == "状态和...")
    #expect("状态和等待".cut(to: 8) == "状态...")
    #expect("điện thoại".cut(to: 8) == "điện ...")
  }
}
