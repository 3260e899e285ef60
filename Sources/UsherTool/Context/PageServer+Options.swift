import BrowserPages

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
