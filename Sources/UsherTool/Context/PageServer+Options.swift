import BrowserPages
import CommandKit
import HTTP
import HTTPListener

extension PageServer.Configuration {
  init(listen: ListenAddress?, pageHost: PageHost?) {
    self.init()
    if let listen {
      host = listen.host
      port = listen.port
    }
    self.pageHost = pageHost?.name
  }

  init(_ options: BrowserOptions) {
    self.init(listen: options.listen, pageHost: options.pageHost)
  }
}

extension PageServer {
  /// A page for this run's person. Of what keeps it from being served, the hint names the option of pages.
  static func serving(
    _ page: any FlowPage, _ configuration: Configuration, in context: Context
  ) throws -> PageServer {
    let (embedded, secrets) = (try context.embeddedHandler(), try PageSecrets(random: context.random))
    do {
      return try PageServer(page, configuration: configuration, embedded: embedded, secrets: secrets)
    } catch .portTaken(let port) {
      var diagnosis = Diagnosis(ListenError.portTaken(port))
      diagnosis.hint = "choose another with --listen ADDRESS:PORT; port 0 is any free one"
      throw diagnosis
    }
  }
}
