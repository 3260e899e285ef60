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
  /// The path at which a local server asks for an identity at a provider.
  static let providerPath = "/emulator/auth/provider"
  /// The path of links that open in an app; a browser is led on from there.
  static let appLinkPath = "/__/auth/links"

  private let page: any FlowPage
  private let embedded: (any HTTPHandler)?
  private let flow: PageFlow
  private let longestPoll: Duration
  private let words: any PageWords
  private let site = Mutex<PageSite?>(nil)

  init(
    _ page: any FlowPage, embedded: (any HTTPHandler)?, flow: PageFlow, longestPoll: Duration,
    words: any PageWords
  ) {
    self.page = page
    self.embedded = embedded
    self.flow = flow
    self.longestPoll = longestPoll
    self.words = words
  }

  /// The port is known only when it is bound. Until then nobody can know of it, and nobody is answered.
  func open(at site: PageSite) {
    self.site.withLock { $0 = site }
  }

  /// - Throws: what kept the embedded server from answering.
  func respond(to request: HTTPRequest) throws -> HTTPResponse {
    guard let site = site.withLock({ $0 }) else { return PageRefusal.unknownPath.response(words) }
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
      return error.response(words)
    }
  }

  private func answer(to request: PageRequest) throws(PageRefusal) -> HTTPResponse {
    let site = request.site
    if request.isFor(site.arrivalPath) {
      return page.callbackPath == nil ? try arrive(request) : try comeBack(request)
    }
    guard request.isFromHere, request.isVisit else { throw .foreign }
    if request.isFor(site.entryPath) {
      // Whoever is in already may well go back to it. The provider's page is told once: its address holds what an
      // answer is known by, and this one stands on a command line that others can read.
      let isFirst = flow.enter()
      guard request.isAdmitted || isFirst else { throw .usedUp }
      return .redirect(to: isFirst ? flow.next ?? "/" : "/", cookie: site.cookie)
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
    guard let page = page.arrival(at: site.origin + site.arrivalPath, with: request.http.query)
    else { throw .useless }
    return page.with(site.secrets).response(words, cookie: site.cookie)
  }

  /// An identity provider sends the person's browser here. The visit itself counts: what makes it the person's is the
  /// cookie, that a browser says it is a visit, and that it answers what the provider was asked: another site can send
  /// the same browser here. Only the first does.
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
    // The address holds a code.
    return progress(site) { $0.leavesHistory = true }
  }

  /// Takes what one of our pages sends, and answers when the command is done with it.
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
    case .waiting: page.waiting.with(site.secrets).response(words)
    case .handedOver: BrowserPage.working(words).with(adjust).response(words)
    case .over(let outcome): BrowserPage(outcome, words).with(adjust).response(words, cookie: site.noCookie)
    }
  }
}

extension BrowserPage {
  fileprivate func with(_ change: (inout BrowserPage) -> Void) -> BrowserPage {
    var page = self
    change(&page)
    return page
  }

  /// The page with what lets its form be sent.
  fileprivate func with(_ secrets: PageSecrets) -> BrowserPage {
    var page = self
    page.form?.fields.append(.init("key", secrets.form))
    return page
  }
}

extension PageRequest {
  /// Whether the embedded server may answer in our place: the page of mailed links and its form, and what the
  /// script of its challenge needs.
  fileprivate var isForEmbeddedServer: Bool {
    guard isAddressedHere, hasAcceptableOrigin else { return false }
    switch (http.method, http.path) {
    case (.get, PageHandler.actionPath), (.get, PageHandler.appLinkPath): return isVisit
    // The form that such a page shows.
    case (.post, PageHandler.actionPath): return isVisit && isFromOurPage && form != nil
    // The callback that it leads to counts: nobody else's browser is to get there.
    case (.get, PageHandler.providerPath): return isFromHere && isVisit && isAdmitted
    case (.post, PageHandler.providerPath): return isVisit && isFromOurPage && isAdmitted && form != nil
    case (.get, "/recaptcha/api.js"), (.get, "/recaptcha/enterprise.js"): return isFromHere && isAdmitted
    // The script sends no cookie along; a page of another origin could not say that it is ours.
    case (.post, "/recaptcha/token"): return isFromOurPage
    default: return false
    }
  }
}
