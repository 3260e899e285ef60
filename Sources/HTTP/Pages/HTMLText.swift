package import Essentials

extension String {
  /// The text escaped for HTML, including quoted attributes.
  package var escapedForHTML: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Text {
  /// Returns the text in the language of `catalog`, escaped for HTML.
  package func html(in catalog: Catalog) -> String { self.in(catalog).escapedForHTML }
}
