import AuthClient
import IdentityToolkit

extension LocalServer {
  /// Returns the messages that the server "sent", oldest first.
  ///
  /// It keeps the newest hundred.
  ///
  /// - Parameter recipient: A phone number in E.164 form or an e-mail address. Nil returns all messages.
  public func messages(to recipient: String? = nil) throws(LocalServerError) -> [Message] {
    try administered { server throws(AuthFailure) in try server.messages(to: recipient) }
      .map(Message.init)
  }

  /// Returns the code of the newest SMS to `number`.
  ///
  /// - Parameter number: A number with country code, such as `+1 650-555-0123`. Separators are ignored.
  /// - Throws: ``LocalServerError/noMessage(to:)`` if there is no SMS. A fictional number never gets one.
  public func smsCode(to number: String) throws(LocalServerError) -> String {
    let recipient = (try? PhoneNumber(typed: number))?.e164 ?? number
    guard let code = try messages(to: recipient).last(where: { $0.kind == .sms })?.code
    else { throw .noMessage(to: number) }
    return code
  }

  /// Returns the link of the newest mail to `address`, whatever its purpose.
  ///
  /// - Throws: ``LocalServerError/noMessage(to:)`` if there is none.
  public func link(to address: String) throws(LocalServerError) -> String {
    guard let link = try messages(to: address).last(where: { $0.link != nil })?.link
    else { throw .noMessage(to: address) }
    return link
  }

  /// Returns the link of the newest sign-in mail to `address`.
  ///
  /// - Throws: ``LocalServerError/noMessage(to:)`` if there is none.
  public func signInLink(to address: String) throws(LocalServerError) -> String {
    let links = try messages(to: address).compactMap(\.link)
    guard let link = links.last(where: { (try? ActionCodeURL($0))?.operation == .emailLink })
    else { throw .noMessage(to: address) }
    return link
  }
}
