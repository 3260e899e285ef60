import Crypto
import Essentials
import HTTP

/// A request, and the information in its head about where it came from.
///
/// A foreign page can make a browser send almost anything here, but it cannot forge these fields.
struct PageRequest {
  let http: HTTPRequest
  let site: PageSite

  /// Whether the request is addressed to this server.
  ///
  /// A page whose own name resolves here does not pass.
  var isAddressedHere: Bool { http.headers.values(of: "Host") == [site.authority] }

  /// Whether the request comes from one of our pages, or from no page at all.
  var hasAcceptableOrigin: Bool { http.headers.values(of: "Origin").allSatisfy { $0 == site.origin } }

  /// Whether a page of ours sent the request.
  var isFromOurPage: Bool { http.headers.values(of: "Origin") == [site.origin] && isFromHere }

  /// Whether the request was caused neither by another site nor by another port of this host.
  var isFromHere: Bool {
    http.headers.values(of: "Sec-Fetch-Site").allSatisfy { $0 == "same-origin" || $0 == "none" }
  }

  /// Whether the browser says that a person opened this address.
  ///
  /// Frames, images, scripts and prefetches do not count.
  var isVisit: Bool {
    http.headers.values(of: "Sec-Fetch-Mode").allSatisfy { $0 == "navigate" }
      && http.headers.values(of: "Sec-Fetch-Dest").allSatisfy { $0 == "document" }
      && http.headers.values(of: "Sec-Purpose").isEmpty && http.headers.values(of: "Purpose").isEmpty
  }

  /// Whether the browser has the flow's cookie.
  var isAdmitted: Bool {
    http.headers.values(of: "Cookie").contains { field in
      field.utf8.split(separator: UInt8(ascii: ";")).map(Substring.init).contains {
        ConstantTime.equal(String($0.trimmed), site.cookiePair)
      }
    }
  }

  /// The fields of a posted form, or nil if the body is not a form.
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
  /// The text without leading and trailing spaces.
  fileprivate var trimmed: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
