/// What an SMS with a code says.
enum SMSText {
  static func code(_ code: String, project: String, language: MessageLanguage) -> String {
    switch language {
    case .english: "\(code) is your verification code for \(project)."
    case .spanish: "\(code) es tu código de verificación de \(project)."
    case .vietnamese: "\(code) là mã xác minh của bạn cho \(project)."
    case .chinese: "\(code) 是您的 \(project) 验证码。"
    }
  }
}
