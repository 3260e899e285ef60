extension MessageLanguage {
  static let vietnamese = MessageLanguage(
    tag: "vi",
    sms: "{code} là mã xác minh của bạn cho {project}.",
    greeting: "Xin chào,",
    farewell: "Cảm ơn,\nNhóm {project}",
    signIn: Sentences(
      subject: "Đăng nhập vào {project}",
      request: "Hãy mở liên kết này để đăng nhập vào {project} với địa chỉ {email}:",
      otherwise: "Nếu bạn không yêu cầu đăng nhập, bạn có thể bỏ qua thư này."),
    resetPassword: Sentences(
      subject: "Đặt lại mật khẩu {project} của bạn",
      request: "Hãy mở liên kết này để đặt lại mật khẩu {project} cho tài khoản {email}:",
      otherwise: "Nếu bạn không yêu cầu đặt lại mật khẩu, bạn có thể bỏ qua thư này."),
    verifyEmail: Sentences(
      subject: "Xác minh địa chỉ của bạn cho {project}",
      request: "Hãy mở liên kết này để xác minh địa chỉ {email}:",
      otherwise: "Nếu bạn không yêu cầu xác minh địa chỉ này, bạn có thể bỏ qua thư này."),
    changeEmail: Sentences(
      subject: "Xác minh địa chỉ mới của bạn cho {project}",
      request: "Hãy mở liên kết này để đổi địa chỉ {project} của bạn từ {email} sang {newEmail}:",
      otherwise: "Nếu bạn không yêu cầu đổi địa chỉ, bạn có thể bỏ qua thư này."),
    recoverEmail: Sentences(
      subject: "Địa chỉ {project} của bạn đã được thay đổi",
      request:
        "Địa chỉ {project} của bạn đã được đổi thành {newEmail}. Nếu không phải do bạn, hãy mở liên kết "
        + "này để quay lại {email}:",
      otherwise: "Nếu chính bạn đã đổi, bạn có thể bỏ qua thư này."),
    revertSecondFactor: Sentences(
      subject: "Yếu tố xác thực thứ hai đã được thêm vào tài khoản {project} của bạn",
      request:
        "Yếu tố xác thực thứ hai đã được thêm vào tài khoản {project} {email} của bạn. Nếu không phải do "
        + "bạn, hãy mở liên kết này để gỡ bỏ:",
      otherwise: "Nếu chính bạn đã thêm, bạn có thể bỏ qua thư này."))
}
