/// A table with columns that are wide enough for the results.
enum Table {
  static func row(_ cells: [String], widths: [Int] = [44, 46, 14]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      line += cell
      guard index < cells.count - 1 else { break }
      line += String(repeating: " ", count: max(1, widths[index] - cell.count))
    }
    return line
  }
}

extension Double {
  /// The number with about three significant digits.
  var short: String {
    let decimals = magnitude < 10 ? 2 : magnitude < 100 ? 1 : 0
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let text = "\((self * scale).rounded() / scale)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
