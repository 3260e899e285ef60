import Essentials
import HTTP

/// A reason why a request was refused.
///
/// It has no effect on the flow.
enum PageRefusal: Error, Equatable {
  case wrongHost, wrongMethod, foreign, unknownPath, notAdmitted, usedUp, notAForm, useless, taken
  /// An identity provider's answer came in another browser, was invalid, or was not the first one.
  case strayCallback, uselessCallback, secondCallback

  func response(_ words: any PageWords, in catalog: Catalog) -> HTTPResponse {
    var response = page(words).response(words, in: catalog, status: status)
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

  private func page(_ words: any PageWords) -> BrowserPage {
    switch self {
    case .wrongHost, .wrongMethod, .unknownPath, .notAForm:
      BrowserPage("There is no page here", words.whoseAddress)
    case .foreign:
      BrowserPage(
        "This request did not come from our page", "Nothing was done.",
        words.ifItWasYou)
    case .notAdmitted:
      BrowserPage("This page does not know your browser", words.whatToOpen)
    case .usedUp:
      BrowserPage(
        "This address was already used", "It works once.",
        words.ifItWasNotYou, tone: .failure)
    case .useless:
      BrowserPage(
        "This link is not complete", "A part of it is missing. Nothing was done.",
        words.whereTheLinkIs, tone: .failure)
    case .strayCallback:
      BrowserPage("This page does not know your browser", "Nothing was done.", words.whereToPaste)
    case .uselessCallback:
      BrowserPage(
        "This answer is not complete", "The provider sent no sign-in. Nothing was done.",
        words.howToStartAgain, tone: .failure)
    case .secondCallback:
      BrowserPage("Another sign-in came first", words.finishesWithAnother, tone: .failure)
    case .taken:
      BrowserPage("Another link came first", words.finishesWithAnother, tone: .failure)
    }
  }
}
