/// What an SMS with a code says.
enum SMSText {
  /// - Parameter locale: a BCP 47 tag; English for what is not known, and for none.
  static func code(_ code: String, project: String, locale: String?) -> String {
    switch locale?.split(whereSeparator: { $0 == "-" || $0 == "_" }).first?.lowercased() {
    case "es": "\(code) es tu código de verificación de \(project)."
    case "vi": "\(code) là mã xác minh của bạn cho \(project)."
    case "zh": "\(code) 是您的 \(project) 验证码。"
    default: "\(code) is your verification code for \(project)."
    }
  }
}
