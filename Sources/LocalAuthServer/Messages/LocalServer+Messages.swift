import AuthClient
import IdentityToolkit

extension LocalServer {
  /// The messages that the server "sent", the oldest first; it keeps the newest hundred.
  ///
  /// - Parameter recipient: A phone number in E.164 or an address; nil for everybody's.
  public func messages(to recipient: String? = nil) throws(LocalServerError) -> [Message] {
    try administered { server throws(AuthFailure) in try server.messages(to: recipient) }
      .map(Message.init)
  }

  /// The code of the newest SMS to `number`.
  ///
  /// - Parameter number: With the country's code, `+1 650-555-0123`; separators are left out.
  /// - Throws: ``LocalServerError/noMessage(to:)``, also for a fictional number, whose code the test gave it.
  public func smsCode(to number: String) throws(LocalServerError) -> String {
    let recipient = (try? PhoneNumber(typed: number))?.e164 ?? number
    guard let code = try messages(to: recipient).last(where: { $0.kind == .sms })?.code
    else { throw .noMessage(to: number) }
    return code
  }

  /// The link of the newest mail to `address`, whatever it is for.
  ///
  /// - Throws: ``LocalServerError/noMessage(to:)``.
  public func link(to address: String) throws(LocalServerError) -> String {
    guard let link = try messages(to: address).last(where: { $0.link != nil })?.link
    else { throw .noMessage(to: address) }
    return link
  }

  /// The link of the newest mail to `address` that signs in.
  ///
  /// - Throws: ``LocalServerError/noMessage(to:)``.
  public func signInLink(to address: String) throws(LocalServerError) -> String {
    let links = try messages(to: address).compactMap(\.link)
    guard let link = links.last(where: { (try? ActionCodeURL($0))?.operation == .emailLink })
    else { throw .noMessage(to: address) }
    return link
  }
}
