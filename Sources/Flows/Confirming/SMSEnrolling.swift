import AuthClient
package import IdentityToolkit

/// Enrolls a phone as a second factor: sends its first code, and saves the step that the code finishes.
package struct SMSEnrolling {
  private let flow: FlowSession
  private let name: String?

  package init(_ flow: FlowSession, name: String?) {
    self.flow = flow
    self.name = name
  }

  package func send(to number: PhoneNumber, resend: Bool = false) throws -> CodeNeed {
    let sending = try Sender(flow).send(
      EnrollmentCode(to: number, name: name, in: flow.key), resend: resend)
    return CodeNeed(
      CodeConfirmation(.smsEnrollment(sending.message, name: name), of: sending.step, in: flow),
      sent: sending.isNew)
  }
}
