import AuthClient
import BrowserSignIn
import Foundation

// Nobody comes.
let browser = try LoopbackOAuth(
  program: "Outside", providerID: "google.com", port: 0, timeLimit: .milliseconds(50)
) { page in print("a browser would open \(page.host() ?? "nothing")") }
do {
  _ = try await browser.callbackURL(of: URL(string: "https://accounts.google.com/o/oauth2/auth?state=s")!)
  print("failed: the browser came back")
  exit(1)
} catch let error as AuthError where error.code == .webContextCancelled {
  print("ok: a browser alone, at \(browser.continueURL.path())")
}
