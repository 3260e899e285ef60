import Essentials
import HTTP
import TestSupport
import Testing

@testable import IDTokenVerifier

/// A verifier with a service, a clock and connections that the test holds.
struct VerifierHarness: Sendable {
  let service: ServiceStub
  let clock = TestClock()
  let verifier: TokenVerifier

  init(
    service: ServiceStub = ServiceStub(), _ change: (inout TokenVerifier.Options) -> Void = { _ in }
  ) {
    self.service = service
    var options = TokenVerifier.Options(projectID: "demo-test")
    options.apiKey = "the-key"
    change(&options)
    verifier = TokenVerifier(
      options, makeTransport: { service }, now: { [clock] in clock.now },
      instant: { [clock] in clock.instant })
  }

  /// The error that `token` is refused with; nil where it is taken.
  func refusal(_ token: String, checkRevoked: Bool = false) async -> TokenError? {
    do throws(TokenError) {
      _ = try await verifier.verify(idToken: token, checkRevoked: checkRevoked)
      return nil
    } catch {
      return error
    }
  }

  func cookieRefusal(_ cookie: String) async -> TokenError? {
    do throws(TokenError) {
      _ = try await verifier.verify(sessionCookie: cookie)
      return nil
    } catch {
      return error
    }
  }
}

/// Waits until `condition` holds, which another thread brings about.
func eventually(_ condition: @Sendable () async -> Bool) async {
  let deadline = ContinuousClock.now + .seconds(3600)
  while await !condition() {
    guard ContinuousClock.now < deadline else {
      Issue.record("it never came about")
      return
    }
    await Task.yield()
  }
}
