package import AuthClient
package import Essentials
package import IdentityToolkit

/// Another code was asked for within a minute of the one that was sent.
package struct ResentTooSoon: Error {
  package let kind: CodeKind
  package let session: SessionKey
  package let resendAfter: Date
}

/// What a code by SMS is for.
package enum CodeKind: Sendable {
  case credential(CredentialPurpose, PhoneNumber)
  case enrollment(PhoneNumber)
  case challenge(EnrolledFactor, SecondFactorStep)
}
