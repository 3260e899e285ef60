import Crypto
import HTTP
import HTTPListener
import Synchronization

/// Answers the requests of one flow.
///
/// Whatever is not asked as our own pages ask it is refused before it is looked at, and changes nothing.
final class PageHandler: HTTPHandler {
  static let resultPath = "/result"
  static let outcomePath = "/outcome"
  /// The path that Firebase's emulator has for mailed links.
  static let actionPath = "/emulator/action"

  private let page: any FlowPage
  private let action: (any HTTPHandler)?
  private let flow: PageFlow
  private let longestPoll: Duration
  private let site = Mutex<PageSite?>(nil)

  init(_ page: any FlowPage, action: (any HTTPHandler)?, flow: PageFlow, longestPoll: Duration) {
    self.page = page
    self.action = action
    self.flow = flow
    self.longestPoll = longestPoll
  }

  /// The port is known only when it is bound. Until then nobody can know of it, and nobody is answered.
  func open(at site: PageSite) {
    self.site.withLock { $0 = site }
  }

  func respond(to request: HTTPRequest) throws(StorageFailure) -> HTTPResponse {
    guard let site = site.withLock({ $0 }) else { return PageRefusal.unknownPath.response }
    let request = PageRequest(http: request, site: site)
    if let action, isForAction(request) {
      return try action.respond(to: request.http).keptToItself
    }
    do throws(PageRefusal) {
      guard request.isAddressedHere else { throw .wrongHost }
      guard request.hasAcceptableOrigin else { throw .foreign }
      switch request.http.method {
      case .get: return try answer(to: request)
      case .post: return try take(request)
      default: throw .wrongMethod
      }
    } catch {
      return error.response
    }
  }

  /// Whether a person opened a mailed link, or sent the form that its page shows.
  private func isForAction(_ request: PageRequest) -> Bool {
    guard request.isFor(Self.actionPath), request.isAddressedHere, request.isVisit else { return false }
    return switch request.http.method {
    case .get: request.hasAcceptableOrigin
    case .post: request.isFromOurPage && request.form != nil
    default: false
    }
  }

  private func answer(to request: PageRequest) throws(PageRefusal) -> HTTPResponse {
    let site = request.site
    if request.isFor(site.arrivalPath) { return try arrive(request) }
    guard request.isFromHere, request.isVisit else { throw .foreign }
    if request.isFor(site.entryPath) {
      // Whoever is in already may well go back to it.
      guard request.isAdmitted || flow.enter() else { throw .usedUp }
      return .redirect(to: "/", cookie: site.cookie)
    }
    guard ["/", Self.outcomePath].contains(request.http.path) else { throw .unknownPath }
    guard request.isAdmitted else { throw .notAdmitted }
    if request.isFor(Self.outcomePath) { _ = flow.end.wait(for: longestPoll) }
    return progress(site)
  }

  /// The mailed link leads here from a page of the mail's reader or of the server, so no cookie comes along,
  /// and the browser calls it foreign. The visit changes nothing by itself: the page that it gets does.
  private func arrive(_ request: PageRequest) throws(PageRefusal) -> HTTPResponse {
    guard request.isVisit else { throw .foreign }
    let site = request.site
    guard var page = page.arrival(at: site.origin + site.arrivalPath, with: request.http.query)
    else { throw .useless }
    page.form?.fields.append(.init("key", site.secrets.form))
    return page.response(cookie: site.cookie)
  }

  /// Takes what one of our pages sends, and answers when the command is done with it.
  private func take(_ request: PageRequest) throws(PageRefusal) -> HTTPResponse {
    guard request.isFor(Self.resultPath) else { throw .unknownPath }
    guard request.isFromOurPage else { throw .foreign }
    guard request.isAdmitted else { throw .notAdmitted }
    guard let form = request.form else { throw .notAForm }
    let site = request.site
    let keys = form.filter { $0.name == "key" }.map(\.value)
    guard keys.count == 1, ConstantTime.equal(keys[0], site.secrets.form) else { throw .notAdmitted }
    guard let result = page.result(of: form, continueURL: site.origin + site.arrivalPath)
    else { throw .useless }
    guard flow.handOver(result) else { throw .taken }
    _ = flow.end.wait(for: longestPoll)
    return progress(site)
  }

  private func progress(_ site: PageSite) -> HTTPResponse {
    switch flow.phase {
    case .waiting: page.waiting.response()
    case .handedOver: BrowserPage.working.response()
    case .over(let outcome): BrowserPage(outcome).response(cookie: site.noCookie)
    }
  }
}
