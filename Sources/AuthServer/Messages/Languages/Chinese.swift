extension MessageLanguage {
  static let chinese = MessageLanguage(
    tag: "zh",
    sms: "{code} 是您的 {project} 验证码。",
    greeting: "您好：",
    farewell: "谢谢！\n{project} 团队",
    signIn: Sentences(
      subject: "登录 {project}",
      request: "请打开此链接，以 {email} 登录 {project}：",
      otherwise: "如果您没有请求登录，请忽略此邮件。"),
    resetPassword: Sentences(
      subject: "重置您的 {project} 密码",
      request: "请打开此链接，重置您的 {project} 账号 {email} 的密码：",
      otherwise: "如果您没有请求重置密码，请忽略此邮件。"),
    verifyEmail: Sentences(
      subject: "验证您的 {project} 邮箱",
      request: "请打开此链接，验证您的邮箱 {email}：",
      otherwise: "如果您没有请求验证此邮箱，请忽略此邮件。"),
    changeEmail: Sentences(
      subject: "验证您的 {project} 新邮箱",
      request: "请打开此链接，将您的 {project} 邮箱从 {email} 更改为 {newEmail}：",
      otherwise: "如果您没有请求更改邮箱，请忽略此邮件。"),
    recoverEmail: Sentences(
      subject: "您的 {project} 邮箱已更改",
      request:
        "您的 {project} 邮箱已更改为 {newEmail}。如果这不是您本人的操作，请打开此链接恢复为 {email}：",
      otherwise: "如果是您本人更改的，请忽略此邮件。"),
    revertSecondFactor: Sentences(
      subject: "您的 {project} 账号已添加第二重验证",
      request:
        "您的 {project} 账号 {email} 已添加第二重验证。如果这不是您本人的操作，请打开此链接将其移除：",
      otherwise: "如果是您本人添加的，请忽略此邮件。"))
}
