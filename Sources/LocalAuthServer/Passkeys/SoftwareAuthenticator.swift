public import AuthClient
import Crypto
import HTTP
import Synchronization
import WebAuthn

/// An authenticator without a device, for tests. It keeps its passkeys in memory, and never asks anybody.
public final class SoftwareAuthenticator: PasskeyAuthenticator {
  /// The origin of the page or the app that uses the passkeys.
  public let origin: String
  private let passkeys = Mutex<[SoftwareCredential]>([])

  /// Creates an authenticator without passkeys.
  /// - Parameter origin: The origin that the service expects. A ``LocalServer`` accepts every page of this machine.
  public init(origin: String = "http://localhost") {
    self.origin = origin
  }

  /// - Throws: `AuthErrorCode.credentialAlreadyInUse` if the authenticator has one of the account's passkeys.
  public func register(_ request: PasskeyRegistrationRequest) throws(AuthError) -> PasskeyRegistration {
    guard !passkeys.withLock({ $0.contains { request.excludedCredentialIDs.contains($0.id) } })
    else {
      throw AuthError(.credentialAlreadyInUse, message: "the authenticator has a passkey of the account")
    }
    let site = site(request.relyingPartyID)
    let passkey: SoftwareCredential
    do {
      passkey = try SoftwareCredential(
        relyingPartyID: site, userHandle: request.userID, userName: request.userName,
        random: SecureRandom.bytes)
    } catch {
      throw AuthError(.internalError, message: "\(error)")
    }
    passkeys.withLock { $0.append(passkey) }
    return PasskeyRegistration(
      credentialID: passkey.id,
      clientDataJSON: ClientData(.create, challenge: request.challenge, origin: origin).json,
      attestationObject: passkey.attestationObject())
  }

  /// Signs in with the newest of the website's passkeys.
  /// - Throws: `AuthErrorCode.invalidCredential` if there is none.
  public func assert(_ request: PasskeyAssertionRequest) throws(AuthError) -> PasskeyAssertion {
    let (site, allowed) = (site(request.relyingPartyID), request.allowedCredentialIDs)
    let passkey = passkeys.withLock { passkeys in
      passkeys.last { $0.relyingPartyID == site && (allowed.isEmpty || allowed.contains($0.id)) }
    }
    guard let passkey else { throw AuthError(.invalidCredential, message: "no passkey for \(site)") }
    let clientData = ClientData(.get, challenge: request.challenge, origin: origin)
    do {
      let (data, signature) = try passkey.assertion(for: clientData)
      return PasskeyAssertion(
        credentialID: passkey.id, clientDataJSON: clientData.json, authenticatorData: data,
        signature: signature, userHandle: passkey.userHandle)
    } catch {
      throw AuthError(.internalError, message: "\(error)")
    }
  }

  private func site(_ id: String?) -> String { id ?? Origin(origin)?.host ?? "localhost" }
}
