import AuthClient
import Foundation
import TerminalSignIn

// acme, a program whose users sign in: `acme login`, `whoami`, `token`, `fresh` and `logout`, with the name of a session after it.
var words = CommandLine.arguments.dropFirst()
let command = words.popFirst() ?? "whoami"

var acme = TerminalSignIn(AuthOptions(apiKey: "key", projectID: "demo-acme"), appName: "acme")
acme.methods = [.phone, .password]
acme.session = words.popFirst()
acme.server = ProcessInfo.processInfo.environment["ACME_SERVER"].map { .address($0) } ?? .embedded

do {
  switch command {
  case "login": print("Welcome, \(try acme.signIn().uid).")
  case "logout": try acme.signOut()
  case "token": print(try acme.idToken())
  case "fresh": print(try acme.idToken(forcingRefresh: true))
  default:
    let user = try acme.currentUser()
    print(user?.phoneNumber ?? user?.email ?? "nobody")
  }
} catch {
  FileHandle.standardError.write(Data("acme: \(error)\n".utf8))
  exit(error.exitStatus)
}
