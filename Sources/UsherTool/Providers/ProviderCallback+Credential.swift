import AuthClient
import BrowserPages
import IdentityToolkit

extension ProviderCallback {
  /// This, where it holds something to exchange.
  func response(of provider: IdentityProvider) throws(ProviderFailure) -> ProviderCallback {
    switch answer {
    case .response: return self
    case .cancelled: throw .cancelled(provider)
    case .error(let code, let explanation): throw .refused(provider, code: code, explanation: explanation)
    }
  }

  /// What the service exchanges for a sign-in.
  /// - Parameter sessionID: of the page that led here.
  func credential(of provider: IdentityProvider, sessionID: String) throws(ProviderFailure) -> OAuthCredential
  {
    OAuthCredential(
      providerID: provider.id,
      redirect: .init(requestURI: try response(of: provider).address, sessionID: sessionID))
  }
}
