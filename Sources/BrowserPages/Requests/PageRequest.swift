import Crypto
import Essentials
import HTTP

/// A request, and what its head says of where it came from.
///
/// A foreign page can have a browser send almost anything here. What it cannot do is forge these fields.
struct PageRequest {
  let http: HTTPRequest
  let site: PageSite

  /// Whether the request is meant for this server: no page can have its own name stand for it.
  var isAddressedHere: Bool { http.headers.values(of: "Host") == [site.authority] }

  /// Whether the request comes from one of our pages, or from no page at all.
  var hasAcceptableOrigin: Bool { http.headers.values(of: "Origin").allSatisfy { $0 == site.origin } }

  /// Whether a page of ours sent the request.
  var isFromOurPage: Bool { http.headers.values(of: "Origin") == [site.origin] && isFromHere }

  /// Whether neither another site nor another port of this host had the browser ask.
  var isFromHere: Bool {
    http.headers.values(of: "Sec-Fetch-Site").allSatisfy { $0 == "same-origin" || $0 == "none" }
  }

  /// Whether a person went here, as far as the browser tells: no frame, no picture, no script, and not only
  /// to be ready in case.
  var isVisit: Bool {
    http.headers.values(of: "Sec-Fetch-Mode").allSatisfy { $0 == "navigate" }
      && http.headers.values(of: "Sec-Fetch-Dest").allSatisfy { $0 == "document" }
      && http.headers.values(of: "Sec-Purpose").isEmpty && http.headers.values(of: "Purpose").isEmpty
  }

  /// Whether the browser was let in.
  var isAdmitted: Bool {
    http.headers.values(of: "Cookie").contains { field in
      field.utf8.split(separator: UInt8(ascii: ";")).map(Substring.init).contains {
        ConstantTime.equal(String($0.trimmed), site.cookiePair)
      }
    }
  }

  /// The fields of a posted form; nil where the body is none.
  var form: [QueryItem]? {
    let types = http.headers.values(of: "Content-Type").map {
      Substring($0.utf8.prefix { $0 != UInt8(ascii: ";") }).trimmed.asciiLowercased()
    }
    guard types == ["application/x-www-form-urlencoded"] else { return nil }
    return String(validating: http.body, as: UTF8.self).flatMap(FormEncoding.decode)
  }

  func isFor(_ path: String) -> Bool { ConstantTime.equal(http.path, path) }
}

extension Substring {
  /// Without the spaces around it.
  fileprivate var trimmed: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
