import AuthClient
import BrowserPages
import CommandKit
import Essentials
import Flows
import HTTP
import HTTPListener
import IdentityToolkit
import TerminalIO

/// Has a person pass reCAPTCHA in a browser, on a page of ours or on the project's own; or takes the token
/// that a file holds.
final class RecaptchaInBrowser: RecaptchaPresenter {
  private let options: AppVerificationOptions
  private let input: FileInput
  private let service: Service
  private let person: Person
  private var isTokenUsed = false

  /// Nil where there is nobody to pass it. Whose own option asks for reCAPTCHA need not sit at a terminal; the
  /// profile's setting is a job's as well, which nobody watches.
  init?(
    _ options: AppVerificationOptions, _ input: FileInput, at service: Service, of person: Person
  ) {
    let isAskedFor = options.method == .recaptcha && person.mayWaitForPeople
    guard options.recaptchaTokenFile != nil || person.isInteractive || isAskedFor else { return nil }
    self.options = options
    self.input = input
    self.service = service
    self.person = person
  }

  func token(for challenge: RecaptchaChallenge) throws(AuthFailure) -> String {
    do {
      if let file = options.recaptchaTokenFile { return try token(in: file) }
      return try passed(challenge)
    } catch let error as AuthFailure {
      throw error
    } catch {
      throw .caller(CallerFailure(error))
    }
  }

  /// Good for one request, as reCAPTCHA's tokens are.
  private func token(in file: String) throws -> String {
    let name = FileInput.name(of: file)
    if isTokenUsed {
      throw Diagnosis(
        "auth/invalid-recaptcha-token", .appVerification,
        "the reCAPTCHA token in \(name) was already used",
        hint: "get a new token and start again", retry: .newInput)
    }
    var text = try input.text(of: file, line: true)
    // A file from Windows.
    if text.utf8.last == 0x0D { text.unicodeScalars.removeLast() }
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Diagnosis(
        "auth/missing-recaptcha-token", .data,
        text.isEmpty ? "the reCAPTCHA token is empty" : "\(name) does not contain a reCAPTCHA token")
    }
    isTokenUsed = true
    return text
  }

  private func passed(_ challenge: RecaptchaChallenge) throws -> String {
    let page = try PageServer.serving(
      RecaptchaPage(challenge, from: try source(of: challenge), language: service.place.language),
      .init(options.browser), at: service)
    person.say(
      challenge.isForSMS
        ? "Before the SMS is sent, pass reCAPTCHA in your browser:"
        : "The project requires reCAPTCHA. Pass it in your browser:", address: page.url)
    let isOpen = !options.browser.noBrowser && person.browser.open(page.url)
    if !isOpen { person.sayHowToReach(page.origin, isPublished: options.browser.isPublished) }
    if !isOpen, challenge.kind == .v2, let token = try pasted() {
      page.finish(.success(words("The command got its token from another page")))
      return token
    }
    guard let token = RecaptchaPage.token(in: try page.brought(within: person.waitLimit)) else {
      page.finish(.failure(words(Text("Cancelled"))))
      throw AuthFailure.appVerification(.webContextCancelled)
    }
    page.finish(.success(words("reCAPTCHA is passed")))
    return token
  }

  private func words(_ text: Text) -> String { text.in(person.output.catalog) }

  /// Whose script runs the challenge.
  private func source(of challenge: RecaptchaChallenge) throws -> RecaptchaPage.Source {
    guard LocalSiteKey(challenge.siteKey) != nil else { return .google }
    guard case .emulator(let origin) = try service.destination().endpoint else { return .ownOrigin }
    return .server(origin: origin)
  }

  /// Asks for the address that the project's own page ends at; nil if the person waits for ours, or the
  /// project has none.
  private func pasted() throws -> String? {
    guard person.isInteractive, let page = try hostedPage() else { return nil }
    let inbox = AppVerificationInbox()
    inbox.await(page)
    person.say(
      "Or open the project's own page. Then paste the last address of the browser:", address: page.url)
    person.terminal.say("To wait for the first page, press Enter.")
    while true {
      let typed = try person.terminal.ask("Last address: ", within: person.waitLimit)
      let address = String(typed.filter { !$0.isWhitespace })
      if address.isEmpty { return nil }
      if inbox.canHandle(address), let result = inbox.takeCallback() {
        switch result {
        case .success(let token): return token
        case .failure(let error): throw AuthFailure.appVerification(error)
        }
      }
      person.terminal.say(
        "This is not the last address of the browser. That one begins with \(page.callbackScheme)://")
    }
  }

  private func hostedPage() throws -> HostedRecaptchaPage? {
    let destination = try service.destination()
    let settings = destination.settings
    guard destination.endpoint == .production, let appID = settings.appID,
      let domain = HostedRecaptchaPage.authDomain(
        among: try service.auth().authorizedDomains(), custom: settings.authDomain)
    else { return nil }
    var page = try HostedRecaptchaPage(
      authDomain: domain, apiKey: destination.apiKey, app: .appID(appID), random: service.world.random)
    page.bundleID = settings.bundleID
    page.languageCode = service.place.language
    return page
  }
}
