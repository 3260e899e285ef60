import Essentials
import HTTP
import TestSupport
import Testing

/// A person's browser that opened the one-time address of a page.
struct Visitor {
  let origin: String
  let cookie: String?
  /// Where the page sent it on to.
  let next: String
  private let browser: Browser

  init(_ page: URL) throws {
    browser = Browser(port: UInt16(try #require(page.port)))
    let text = page.absoluteString
    origin = String(text.prefix(text.count - page.path.count))
    let answer = try #require(browser.send(browser.visit(text)))
    cookie = answer.cookie
    next = try #require(answer.headers["Location"])
  }

  /// What the provider knows the question by.
  var state: String {
    let query = FormEncoding.decode(String(next.drop { $0 != "?" }.dropFirst())) ?? []
    return query.first { $0.name == "state" }?.value ?? ""
  }

  func visit(_ address: String, from site: String = "none", cookie: String? = nil) -> Browser.Answer? {
    browser.send(browser.visit(address, from: site, cookie: cookie))
  }

  /// Comes back from the provider with `answer`.
  func comeBack(_ answer: String) -> Browser.Answer? {
    visit(origin + "/callback?\(answer)&state=\(state)", from: "cross-site", cookie: cookie)
  }

  /// Sends the form of the page that it was let in to, with `fields` in place of the page's own.
  func send(_ fields: [String: String]) throws -> Browser.Answer? {
    let page = try #require(visit(origin + "/", cookie: cookie))
    var form = page.fields.filter { fields[$0.name] == nil }
    form += fields.map { QueryItem($0.key, $0.value) }
    let request = browser.visit(origin + "/result", from: "same-origin", cookie: cookie)
      .with("Origin", origin).with("Content-Type", "application/x-www-form-urlencoded")
      .changed {
        $0.method = "POST"
        $0.body = FormEncoding.encode(form)
      }
    return browser.send(request)
  }
}
