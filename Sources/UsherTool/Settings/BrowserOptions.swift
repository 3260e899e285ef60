import CommandKit
import Essentials

/// The options of commands that open a page in the user's browser.
struct BrowserOptions: ArgumentSet, Equatable {
  static let heading: Text? = Text("Browser")

  var listen: ListenAddress?
  var pageHost: PageHost?
  var noBrowser = false

  static let arguments: [Argument<Self>] = [
    .option(
      \.listen, "listen", value: "ADDRESS:PORT",
      help:
        "The address of usher's web page; by default 127.0.0.1 and a free port (real provider: 8123)."
    ),
    .option(
      \.pageHost, "page-host", value: "NAME",
      help: "The page's host name; add it to the project's authorized domains."),
    .flag(\.noBrowser, "no-browser", help: "Print the page's address instead of opening a browser."),
  ]

  /// Whether the page has an address and a name that were chosen for other machines.
  var isPublished: Bool { listen != nil && pageHost != nil }

  /// Whether any of these options was given.
  var isGiven: Bool { listen != nil || pageHost != nil || noBrowser }
}
