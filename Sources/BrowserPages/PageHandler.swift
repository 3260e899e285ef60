import Crypto
import Essentials
import HTTP
import HTTPListener
import Synchronization

/// The handler for the requests of one flow.
///
/// A request that our own pages would not send is refused without being processed, and changes nothing.
final class PageHandler: HTTPHandler {
  static let resultPath = "/result"
  static let outcomePath = "/outcome"
  /// The path of Firebase's emulator for mailed links.
  static let actionPath = "/emulator/action"
  /// The path at which a local server asks for an identity at a provider.
  static let providerPath = "/emulator/auth/provider"
  /// The path of links for apps.
  ///
  /// It redirects browsers.
  static let appLinkPath = "/__/auth/links"

  private let page: any FlowPage
  private let embedded: (any HTTPHandler)?
  private let flow: PageFlow
  private let longestPoll: Duration
  private let words: any PageWords
  private let catalog: Catalog
  private let site = Mutex<PageSite?>(nil)

  init(
    _ page: any FlowPage, embedded: (any HTTPHandler)?, flow: PageFlow, longestPoll: Duration,
    words: any PageWords, catalog: Catalog
  ) {
    self.page = page
    self.embedded = embedded
    self.flow = flow
    self.longestPoll = longestPoll
    self.words = words
    self.catalog = catalog
  }

  /// Opens the flow.
  ///
  /// The port is known only after it is bound, and until then no request is answered.
  func open(at site: PageSite) {
    self.site.withLock { $0 = site }
  }

  /// - Throws: The error that kept the embedded server from answering.
  func respond(to request: HTTPRequest) throws -> HTTPResponse {
    guard let site = site.withLock({ $0 }) else {
      return PageRefusal.unknownPath.response(words, in: catalog)
    }
    let request = PageRequest(http: request, site: site)
    if let embedded, request.isForEmbeddedServer {
      return try embedded.respond(to: request.http).keptToItself
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
      return error.response(words, in: catalog)
    }
  }

  private func answer(to request: PageRequest) throws(PageRefusal) -> HTTPResponse {
    let site = request.site
    if request.isFor(site.arrivalPath) {
      return page.callbackPath == nil ? try arrive(request) : try comeBack(request)
    }
    guard request.isFromHere, request.isVisit else { throw .foreign }
    if request.isFor(site.entryPath) {
      // A browser that was already admitted may return. But the provider's page is shown only once: its address
      // contains secrets of the sign-in, and the one-time URL is on a command line that others can read.
      let isFirst = flow.enter()
      guard request.isAdmitted || isFirst else { throw .usedUp }
      return .redirect(to: isFirst ? flow.next ?? "/" : "/", cookie: site.cookie)
    }
    guard ["/", Self.outcomePath].contains(request.http.path) else { throw .unknownPath }
    guard request.isAdmitted else { throw .notAdmitted }
    if request.isFor(Self.outcomePath) { _ = flow.end.wait(for: longestPoll) }
    return progress(site)
  }

  /// Answers a visit from a mailed link.
  ///
  /// The visit comes from a mail reader's or a server's page. So the browser sends no cookie and reports another site.
  /// The visit itself changes nothing; the page that it returns does.
  private func arrive(_ request: PageRequest) throws(PageRefusal) -> HTTPResponse {
    guard request.isVisit else { throw .foreign }
    let site = request.site
    guard let page = page.arrival(at: site.origin + site.arrivalPath, with: request.http.query)
    else { throw .useless }
    return page.with(site.secrets).response(words, in: catalog, cookie: site.cookie)
  }

  /// Answers a visit from an identity provider.
  ///
  /// This visit counts.
  ///
  /// Another site can send the same browser here, so the request is checked. It must have the cookie, and the browser
  /// must mark it as a visit. It must answer the current request to the provider. Only the first visit counts.
  private func comeBack(_ request: PageRequest) throws(PageRefusal) -> HTTPResponse {
    guard request.isVisit else { throw .foreign }
    guard request.isAdmitted, ProviderCallback.isAnswer(request.http.query, to: flow.next) else {
      throw .strayCallback
    }
    let site = request.site
    guard let result = page.result(ofCallback: request.http.query, to: site.origin + site.arrivalPath)
    else { throw .uselessCallback }
    guard flow.handOver(result) else { throw .secondCallback }
    _ = flow.end.wait(for: longestPoll)
    // The address contains a code.
    return progress(site) { $0.leavesHistory = true }
  }

  /// Accepts a form of our pages, and answers when the command has finished with it.
  private func take(_ request: PageRequest) throws(PageRefusal) -> HTTPResponse {
    guard request.isFor(Self.resultPath) else { throw whyNotForEmbeddedServer(request) }
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

  /// A form of the embedded server's pages that it does not get: the person who sent it is told why.
  private func whyNotForEmbeddedServer(_ request: PageRequest) -> PageRefusal {
    guard embedded != nil, [Self.actionPath, Self.providerPath].contains(request.http.path) else {
      return .unknownPath
    }
    guard request.isFromOurPage else { return .foreign }
    return request.isAdmitted ? .notAForm : .notAdmitted
  }

  private func progress(
    _ site: PageSite, _ adjust: (inout BrowserPage) -> Void = { _ in }
  ) -> HTTPResponse {
    switch flow.phase {
    case .waiting: page.waiting.with(site.secrets).response(words, in: catalog)
    case .handedOver: BrowserPage.working(words).with(adjust).response(words, in: catalog)
    case .over(let outcome):
      BrowserPage(outcome, words).with(adjust).response(words, in: catalog, cookie: site.noCookie)
    }
  }
}

extension BrowserPage {
  fileprivate func with(_ change: (inout BrowserPage) -> Void) -> BrowserPage {
    var page = self
    change(&page)
    return page
  }

  /// Returns the page with the secret that its form needs.
  fileprivate func with(_ secrets: PageSecrets) -> BrowserPage {
    var page = self
    page.form?.fields.append(.init("key", secrets.form))
    return page
  }
}

extension PageRequest {
  /// Whether the embedded server may answer.
  ///
  /// It answers the page of mailed links and its form, and the requests of its challenge's script.
  fileprivate var isForEmbeddedServer: Bool {
    guard isAddressedHere, hasAcceptableOrigin else { return false }
    switch (http.method, http.path) {
    case (.get, PageHandler.actionPath), (.get, PageHandler.appLinkPath): return isVisit
    // The form on such a page.
    case (.post, PageHandler.actionPath): return isVisit && isFromOurPage && form != nil
    // The callback that follows has an effect, so only the person's browser may get there.
    case (.get, PageHandler.providerPath): return isFromHere && isVisit && isAdmitted
    case (.post, PageHandler.providerPath): return isVisit && isFromOurPage && isAdmitted && form != nil
    case (.get, "/recaptcha/api.js"), (.get, "/recaptcha/enterprise.js"): return isFromHere && isAdmitted
    // The script does not send a cookie. But a page of another origin could not send our origin.
    case (.post, "/recaptcha/token"): return isFromOurPage
    default: return false
    }
  }
}
