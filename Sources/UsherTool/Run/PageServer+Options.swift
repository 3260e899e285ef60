import BrowserPages
import CommandKit
import HTTP
import HTTPListener
import TerminalIO

extension PageServer.Configuration {
  init(listen: ListenAddress?, pageHost: PageHost?) {
    self.init()
    interruption = Interruption.descriptor
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
  /// A page for this run's person, which `service` has something to do with. Of what keeps it from being served, the
  /// hint names the option of pages.
  static func serving(
    _ page: any FlowPage, _ configuration: Configuration, at service: Service
  ) throws -> PageServer {
    let (embedded, secrets) = (try service.embeddedHandler(), try PageSecrets(random: service.world.random))
    var configuration = configuration
    configuration.catalog = service.world.catalog
    do {
      return try PageServer(page, configuration: configuration, embedded: embedded, secrets: secrets)
    } catch .portTaken(let port) {
      var diagnosis = Diagnosis(ListenError.portTaken(port))
      diagnosis.hint = "choose another port with --listen ADDRESS:PORT, or any free one with port 0"
      throw diagnosis
    }
  }

  /// As `wait`, of this run's person: interrupted by the signals that end the run.
  func brought(within limit: Duration?) throws(TerminalError) -> String {
    do throws(PageWaitError) {
      return try wait(within: limit)
    } catch {
      switch error {
      case .interrupted: throw .interrupted
      case .timedOut: throw .timedOut
      case .ended: throw .endOfInput
      }
    }
  }
}
