extension MessageLanguage {
  static let traditionalChinese = MessageLanguage(
    tag: "zh-TW", otherTags: ["zh-Hant", "zh-HK", "zh-MO"],
    sms: "{code} 是您的 {project} 驗證碼。",
    greeting: "您好：",
    farewell: "謝謝！\n{project} 團隊",
    signIn: Sentences(
      subject: "登入 {project}",
      request: "請開啟此連結，以 {email} 登入 {project}：",
      otherwise: "如果您並未要求登入，請忽略這封郵件。"),
    resetPassword: Sentences(
      subject: "重設您的 {project} 密碼",
      request: "請開啟此連結，重設您的 {project} 帳戶 {email} 的密碼：",
      otherwise: "如果您並未要求重設密碼，請忽略這封郵件。"),
    verifyEmail: Sentences(
      subject: "驗證您的 {project} 電子郵件地址",
      request: "請開啟此連結，驗證您的電子郵件地址 {email}：",
      otherwise: "如果您並未要求驗證此地址，請忽略這封郵件。"),
    changeEmail: Sentences(
      subject: "驗證您的 {project} 新電子郵件地址",
      request: "請開啟此連結，將您的 {project} 電子郵件地址從 {email} 變更為 {newEmail}：",
      otherwise: "如果您並未要求變更電子郵件地址，請忽略這封郵件。"),
    recoverEmail: Sentences(
      subject: "您的 {project} 電子郵件地址已變更",
      request:
        "您的 {project} 電子郵件地址已變更為 {newEmail}。如果這不是您本人的操作，請開啟此連結還原為 "
        + "{email}：",
      otherwise: "如果是您本人變更的，請忽略這封郵件。"),
    revertSecondFactor: Sentences(
      subject: "您的 {project} 帳戶已新增第二重驗證",
      request:
        "您的 {project} 帳戶 {email} 已新增第二重驗證。如果這不是您本人的操作，請開啟此連結將其移除：",
      otherwise: "如果是您本人新增的，請忽略這封郵件。"))
}
