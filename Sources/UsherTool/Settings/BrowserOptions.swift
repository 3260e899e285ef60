import CommandKit

/// What every command takes that has a person open a page.
struct BrowserOptions: ArgumentSet, Equatable {
  static let heading: String? = "Browser"

  var listen: ListenAddress?
  var pageHost: PageHost?
  var noBrowser = false

  static let arguments: [Argument<Self>] = [
    .option(
      \.listen, "listen", value: "ADDRESS:PORT",
      help:
        "Serve the page for the browser here; by default 127.0.0.1 and any free port, or 8123 for a real provider."
    ),
    .option(
      \.pageHost, "page-host", value: "NAME",
      help: "The host name of the page in the browser; an authorized domain of the project."),
    .flag(\.noBrowser, "no-browser", help: "Print the page's address instead of opening a browser."),
  ]

  /// Whether anything here was asked for.
  var isGiven: Bool { listen != nil || pageHost != nil || noBrowser }
}
