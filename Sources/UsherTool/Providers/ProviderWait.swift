import AuthClient
import BrowserPages
import CommandKit
import Essentials
import Flows
import HTTP
import IdentityToolkit
import TerminalIO

/// Waits, at an address on loopback, for the browser that an identity provider sends back.
///
/// Make it, which binds the port: `callbackURL` is where the provider has to send the browser. Then give `callback`
/// the address of the provider's page; a person's browser is sent there. `concluding` shows in the browser how it
/// ended. The port is closed after that, and when nobody holds this any more.
final class ProviderWait {
  /// The same for every run where the port is the same: it has to be registered with the provider.
  var callbackURL: String { page.continueURL }

  private let provider: IdentityProvider
  private let options: BrowserOptions
  private let person: Person
  private let service: Service
  private let page: PageServer

  /// - Parameter port: where neither an option nor the profile says; 0 is any free one.
  /// - Throws: `ListenError` where the port is taken, before anybody was sent anywhere.
  init(
    for provider: IdentityProvider, _ options: BrowserOptions, port: UInt16 = 0, at service: Service,
    for person: Person
  ) throws {
    self.provider = provider
    self.options = options
    self.service = service
    self.person = person
    var configuration = PageServer.Configuration(options)
    if options.listen == nil, let setting = try service.place.destination().settings.providerListen {
      let listen = try ListenAddress(setting: setting)
      configuration.host = listen.host
      configuration.port = listen.port
    } else if options.listen == nil {
      configuration.port = port
    }
    // A local server's page stands for the provider, and takes any loopback address.
    if options.pageHost == nil, try service.place.destination().endpoint == .production {
      configuration.pageHost = provider.loopbackHost
    }
    page = try PageServer.serving(CallbackPage(of: provider.name), configuration, at: service)
  }

  /// Whether anybody can be waited for: a person at a terminal; or one with a browser only, where an option about it
  /// says so.
  static func isPossible(_ options: BrowserOptions, by person: Person) -> Bool {
    person.isInteractive || (options.isGiven && person.mayWaitForPeople)
  }

  /// Sends the person's browser to `address`, and waits for its way back, or for where it ended to be pasted.
  /// - Throws: `ProviderFailure` where the provider sent no sign-in, `TerminalError` where nobody came.
  func callback(from address: String) throws -> ProviderCallback {
    page.send(to: address)
    let browser = person.browser
    let isOpen = !options.noBrowser && browser.open(page.url)
    person.say(
      isOpen
        ? "Sign in at \(provider.name), in the browser that opens. If none opens, open this address:"
        : "To sign in at \(provider.name), open this address. It works once.", address: page.url)
    if !isOpen {
      if person.isInteractive, !leadsHere(address) {
        person.say(
          "Or open this address on any machine. Then paste the last address of that browser:",
          address: address)
      }
      person.sayHowToReach(page.origin, isPublished: options.isPublished)
    }
    if person.isInteractive, person.next.host == nil, leadsHere(address),
      try service.place.destination().endpoint.isLocal
    {
      person.say("At a local server, no page is needed if you add --identity EMAIL to the command.")
    }
    let callback = try awaited()
    do throws(ProviderFailure) {
      return try callback.response(of: provider)
    } catch {
      throw concluded(error)
    }
  }

  /// Does with the callback what signs in, and shows in the browser how that ended. What is asked after it is asked at
  /// the terminal: the browser's tab waits for nothing.
  func concluding(_ work: () throws -> Progress) throws -> Progress {
    do {
      let outcome = try work()
      switch outcome {
      case .signedIn(let signedIn):
        page.finish(.success(words(try signedIn.sentence(at: service.destination()))))
      case .needs, .enrolled:
        page.finish(.success(words("Go on in the terminal: this account needs a second factor")))
      }
      return outcome
    } catch {
      throw concluded(error)
    }
  }

  /// The browser or the paste, whichever comes first.
  private func awaited() throws -> ProviderCallback {
    let limit = person.waitLimit
    if person.isInteractive {
      person.terminal.say("usher waits for the browser. You can also paste the last address of the browser.")
      while let typed = try person.terminal.ask(
        "Last address: ", within: limit, unlessReadable: page.arrival)
      {
        if let callback = ProviderCallback(pasted: typed, to: callbackURL) { return callback }
        if typed.allSatisfy(\.isWhitespace) { continue }
        person.terminal.say(
          "This is not the last address of the browser. That one begins with \(callbackURL)?")
      }
    }
    // The page takes nothing else.
    guard let callback = ProviderCallback(pasted: try page.brought(within: limit), to: callbackURL) else {
      throw Diagnosis("auth/invalid-credential", .rejected, "the browser returned without a sign-in")
    }
    return callback
  }

  /// Whether only this machine can open `address`.
  private func leadsHere(_ address: String) -> Bool {
    let authority = address.split(separator: "/", maxSplits: 2).dropFirst().first.map(String.init) ?? ""
    return Origin("http://" + authority.prefix { $0 != "?" })?.isLoopback != false
  }

  private func concluded(_ error: any Error) -> any Error {
    let lines = person.next.completed(Diagnosis(error, now: service.world.now())).lines(
      columns: nil, in: person.output.catalog)
    page.finish(.failure(lines.joined(separator: " ")))
    return error
  }

  private func words(_ text: Text) -> String { text.in(person.output.catalog) }
}
