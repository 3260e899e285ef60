import HTTP

/// Why a request got nothing. Nothing of it has an effect on the flow.
enum PageRefusal: Error, Equatable {
  case wrongHost, wrongMethod, foreign, unknownPath, notAdmitted, usedUp, notAForm, useless, taken
  /// What an identity provider answered came with another browser, broken, or after another answer.
  case strayCallback, uselessCallback, secondCallback

  var response: HTTPResponse {
    var response = page.response(status: status)
    if self == .wrongMethod { response.headers["Allow"] = "GET, POST" }
    return response
  }

  var status: Int {
    switch self {
    case .wrongHost: 421
    case .wrongMethod: 405
    case .foreign, .notAdmitted, .strayCallback: 403
    case .unknownPath: 404
    case .usedUp: 410
    case .notAForm: 415
    case .useless, .uselessCallback: 400
    case .taken, .secondCallback: 409
    }
  }

  private var page: BrowserPage {
    switch self {
    case .wrongHost, .wrongMethod, .unknownPath, .notAForm:
      BrowserPage("Nothing to see here", "This address belongs to a command in a terminal.")
    case .foreign:
      BrowserPage(
        "Another page asked for this", "So nothing was done.",
        "If it was you, copy the address from the terminal into the browser’s address bar.")
    case .notAdmitted:
      BrowserPage(
        "This browser is not known here",
        "Open the address that the terminal shows, and allow cookies for it.")
    case .usedUp:
      BrowserPage(
        "This address was already used", "It works once.",
        "If it was not you who used it, stop the command in the terminal with Ctrl-C and start again.",
        tone: .failure)
    case .useless:
      BrowserPage(
        "This link is not complete", "A part of it was lost on its way here. Nothing was done.",
        "Open the link in the mail again, or copy it from there and paste it in the terminal.", tone: .failure
      )
    case .strayCallback:
      BrowserPage(
        "This browser is not known here", "So nothing was done.",
        "If you just signed in with it for a command in a terminal, copy the address of this page from the address "
          + "bar, and paste it in the terminal.")
    case .uselessCallback:
      BrowserPage(
        "This answer is not complete", "What the provider sent back holds no sign-in. Nothing was done.",
        "Stop the command in the terminal with Ctrl-C, and start it again.", tone: .failure)
    case .secondCallback:
      BrowserPage(
        "Another sign-in came first", "The command in the terminal is already finishing with it.",
        tone: .failure)
    case .taken:
      BrowserPage(
        "Another link came first", "The command in the terminal is already finishing with it.", tone: .failure
      )
    }
  }
}
