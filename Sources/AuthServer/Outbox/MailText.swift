import IdentityToolkit

/// What a mail with a link says.
struct MailText: Sendable, Equatable {
  var subject: String
  var body: String

  /// - Parameters:
  ///   - email: the account's address, or the one that signs in.
  ///   - newEmail: what it becomes, or has become.
  init(
    _ requestType: OobRequestType, project: String, email: String, newEmail: String?, link: String,
    language: MessageLanguage
  ) {
    let purpose = Purpose(requestType, project: project, email: email, newEmail: newEmail ?? email)
    let words = purpose.words(in: language)
    let frame = Frame(language)
    subject = words.subject
    body = [frame.greeting, words.request, link, words.otherwise, frame.farewell(project)]
      .joined(separator: "\n\n")
  }
}

/// The sentences around every link.
private struct Frame {
  let language: MessageLanguage

  init(_ language: MessageLanguage) {
    self.language = language
  }

  var greeting: String {
    switch language {
    case .english: "Hello,"
    case .spanish: "Hola:"
    case .vietnamese: "Xin chào,"
    case .chinese: "您好："
    }
  }

  func farewell(_ project: String) -> String {
    switch language {
    case .english: "Thanks,\nYour \(project) team"
    case .spanish: "Gracias,\nEl equipo de \(project)"
    case .vietnamese: "Cảm ơn,\nNhóm \(project)"
    case .chinese: "谢谢！\n\(project) 团队"
    }
  }
}

private typealias Words = (subject: String, request: String, otherwise: String)

private struct Purpose {
  let requestType: OobRequestType
  let project: String
  let email: String
  let newEmail: String

  init(_ requestType: OobRequestType, project: String, email: String, newEmail: String) {
    self.requestType = requestType
    self.project = project
    self.email = email
    self.newEmail = newEmail
  }

  func words(in language: MessageLanguage) -> Words {
    switch language {
    case .english: english
    case .spanish: spanish
    case .vietnamese: vietnamese
    case .chinese: chinese
    }
  }

  private var english: Words {
    switch requestType {
    case .emailSignIn:
      (
        "Sign in to \(project)", "Follow this link to sign in to \(project) as \(email):",
        "If you did not ask to sign in, you can ignore this message."
      )
    case .passwordReset:
      (
        "Reset your password for \(project)",
        "Follow this link to reset the \(project) password of your \(email) account:",
        "If you did not ask to reset your password, you can ignore this message."
      )
    case .verifyAndChangeEmail:
      (
        "Verify your new address for \(project)",
        "Follow this link to change your \(project) address from \(email) to \(newEmail):",
        "If you did not ask to change your address, you can ignore this message."
      )
    case .recoverEmail:
      (
        "Your address for \(project) was changed",
        "Your \(project) address was changed to \(newEmail). If that was not you, follow this link to go back "
          + "to \(email):",
        "If you changed it yourself, you can ignore this message."
      )
    case .revertSecondFactorAddition:
      (
        "A second factor was added to your \(project) account",
        "A second factor was added to your \(project) account \(email). If that was not you, follow this link "
          + "to remove it:",
        "If you added it yourself, you can ignore this message."
      )
    default:
      (
        "Verify your address for \(project)", "Follow this link to verify your address \(email):",
        "If you did not ask to verify this address, you can ignore this message."
      )
    }
  }

  private var spanish: Words {
    switch requestType {
    case .emailSignIn:
      (
        "Inicia sesión en \(project)", "Abre este enlace para iniciar sesión en \(project) como \(email):",
        "Si no has pedido iniciar sesión, puedes ignorar este mensaje."
      )
    case .passwordReset:
      (
        "Restablece tu contraseña de \(project)",
        "Abre este enlace para restablecer la contraseña de \(project) de tu cuenta \(email):",
        "Si no has pedido restablecer la contraseña, puedes ignorar este mensaje."
      )
    case .verifyAndChangeEmail:
      (
        "Verifica tu nueva dirección de \(project)",
        "Abre este enlace para cambiar tu dirección de \(project) de \(email) a \(newEmail):",
        "Si no has pedido cambiar tu dirección, puedes ignorar este mensaje."
      )
    case .recoverEmail:
      (
        "Se ha cambiado tu dirección de \(project)",
        "Tu dirección de \(project) ahora es \(newEmail). Si no has sido tú, abre este enlace para volver a "
          + "\(email):",
        "Si la has cambiado tú, puedes ignorar este mensaje."
      )
    case .revertSecondFactorAddition:
      (
        "Se ha añadido un segundo factor a tu cuenta de \(project)",
        "Se ha añadido un segundo factor a tu cuenta \(email) de \(project). Si no has sido tú, abre este "
          + "enlace para quitarlo:",
        "Si lo has añadido tú, puedes ignorar este mensaje."
      )
    default:
      (
        "Verifica tu dirección de \(project)", "Abre este enlace para verificar tu dirección \(email):",
        "Si no has pedido verificar esta dirección, puedes ignorar este mensaje."
      )
    }
  }

  private var vietnamese: Words {
    switch requestType {
    case .emailSignIn:
      (
        "Đăng nhập vào \(project)", "Hãy mở liên kết này để đăng nhập vào \(project) với địa chỉ \(email):",
        "Nếu bạn không yêu cầu đăng nhập, bạn có thể bỏ qua thư này."
      )
    case .passwordReset:
      (
        "Đặt lại mật khẩu \(project) của bạn",
        "Hãy mở liên kết này để đặt lại mật khẩu \(project) cho tài khoản \(email):",
        "Nếu bạn không yêu cầu đặt lại mật khẩu, bạn có thể bỏ qua thư này."
      )
    case .verifyAndChangeEmail:
      (
        "Xác minh địa chỉ mới của bạn cho \(project)",
        "Hãy mở liên kết này để đổi địa chỉ \(project) của bạn từ \(email) sang \(newEmail):",
        "Nếu bạn không yêu cầu đổi địa chỉ, bạn có thể bỏ qua thư này."
      )
    case .recoverEmail:
      (
        "Địa chỉ \(project) của bạn đã được thay đổi",
        "Địa chỉ \(project) của bạn đã được đổi thành \(newEmail). Nếu không phải do bạn, hãy mở liên kết này "
          + "để quay lại \(email):",
        "Nếu chính bạn đã đổi, bạn có thể bỏ qua thư này."
      )
    case .revertSecondFactorAddition:
      (
        "Yếu tố xác thực thứ hai đã được thêm vào tài khoản \(project) của bạn",
        "Yếu tố xác thực thứ hai đã được thêm vào tài khoản \(project) \(email) của bạn. Nếu không phải do bạn, "
          + "hãy mở liên kết này để gỡ bỏ:",
        "Nếu chính bạn đã thêm, bạn có thể bỏ qua thư này."
      )
    default:
      (
        "Xác minh địa chỉ của bạn cho \(project)", "Hãy mở liên kết này để xác minh địa chỉ \(email):",
        "Nếu bạn không yêu cầu xác minh địa chỉ này, bạn có thể bỏ qua thư này."
      )
    }
  }

  private var chinese: Words {
    switch requestType {
    case .emailSignIn:
      (
        "登录 \(project)", "请打开此链接，以 \(email) 登录 \(project)：", "如果您没有请求登录，请忽略此邮件。"
      )
    case .passwordReset:
      (
        "重置您的 \(project) 密码", "请打开此链接，重置您的 \(project) 账号 \(email) 的密码：",
        "如果您没有请求重置密码，请忽略此邮件。"
      )
    case .verifyAndChangeEmail:
      (
        "验证您的 \(project) 新邮箱", "请打开此链接，将您的 \(project) 邮箱从 \(email) 更改为 \(newEmail)：",
        "如果您没有请求更改邮箱，请忽略此邮件。"
      )
    case .recoverEmail:
      (
        "您的 \(project) 邮箱已更改",
        "您的 \(project) 邮箱已更改为 \(newEmail)。如果这不是您本人的操作，请打开此链接恢复为 \(email)：",
        "如果是您本人更改的，请忽略此邮件。"
      )
    case .revertSecondFactorAddition:
      (
        "您的 \(project) 账号已添加第二重验证",
        "您的 \(project) 账号 \(email) 已添加第二重验证。如果这不是您本人的操作，请打开此链接将其移除：",
        "如果是您本人添加的，请忽略此邮件。"
      )
    default:
      (
        "验证您的 \(project) 邮箱", "请打开此链接，验证您的邮箱 \(email)：",
        "如果您没有请求验证此邮箱，请忽略此邮件。"
      )
    }
  }
}
