extension QRCode {
  /// Light modules around the code on a terminal. The standard requires four; cameras make do with two, and the
  /// code fits more terminals.
  private static let margin = 2

  /// How wide a terminal must be.
  package var columns: Int { size + 2 * Self.margin }

  /// How many lines of a terminal it takes.
  package var rows: Int { (columns + 1) / 2 }

  /// The lines of a terminal that show the code, two modules in each character.
  ///
  /// In colour they are black on white whatever the terminal's own colours, by two fixed entries of the
  /// 256-colour table, as themes change the first sixteen. Without colour nobody knows what is light on this
  /// terminal: the characters' ink is taken for light, as it is on a dark background, where most people are; on
  /// a light one the code comes out inverted, which most cameras read too.
  package func halfBlocks(inColor: Bool) -> [String] {
    stride(from: -Self.margin, to: size + Self.margin, by: 2).map { row in
      let blocks = (-Self.margin..<size + Self.margin).map { column in
        switch (isDark(row, column) == inColor, isDark(row + 1, column) == inColor) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
      return inColor ? "\u{1B}[38;5;16;48;5;231m\(blocks)\u{1B}[0m" : blocks
    }
  }
}
