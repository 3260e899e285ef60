import TerminalIO
import TestSupport
import Testing

/// What is drawn is read back by zbarimg.
@Suite struct QRCodeTests {
  private static let url =
    "otpauth://totp/demo-usher:kim%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    + "&issuer=demo-usher"

  private let folder = TemporaryFolder()

  /// The text of the code in a picture file.
  private func decoded(_ picture: some Collection<UInt8>, _ name: String) throws -> String {
    folder.write(picture, to: name)
    return try Program("zbarimg", "--quiet", "--raw", "--nodbus", folder.path + "/" + name).run()
  }

  /// A picture of half blocks as a terminal shows them: a PBM file, where 1 is dark.
  private func picture(of lines: [String], inkIsDark: Bool) -> String {
    let scale = 4
    let rows = lines.flatMap { line in
      ["█▀", "█▄"].map { inked in line.map { inked.contains($0) == inkIsDark ? "1" : "0" } }
    }
    let pixels = rows.flatMap { row in
      Array(repeating: row.flatMap { Array(repeating: $0, count: scale) }.joined(), count: scale)
    }
    return "P1\n\(pixels[0].count) \(pixels.count)\n" + pixels.joined(separator: "\n") + "\n"
  }

  @Test(arguments: [url, "x", String(repeating: "a long text, ", count: 100), "ключ"])
  func aPictureHoldsTheText(_ text: String) throws {
    let decoded = try decoded(QRCode(text).png(), "code.png")
    #expect(decoded == text + "\n")
  }

  @Test func aPictureGrowsWithItsScale() throws {
    let code = try QRCode(Self.url)
    #expect(try decoded(code.png(scale: 3), "small.png") == Self.url + "\n")
    #expect(try code.png(scale: 3) != code.png(scale: 4))
  }

  @Test func halfBlocksInColourAreBlackOnWhite() throws {
    let code = try QRCode(Self.url)
    let (start, end) = ("\u{1B}[38;5;16;48;5;231m", "\u{1B}[0m")
    let lines = code.halfBlocks(inColor: true)
    #expect(lines.allSatisfy { $0.hasPrefix(start) && $0.hasSuffix(end) })
    let blocks = lines.map { String($0.dropFirst(start.count).dropLast(end.count)) }
    #expect(blocks.allSatisfy { $0.count == code.columns && $0.allSatisfy("█▀▄ ".contains) })
    #expect(try decoded(picture(of: blocks, inkIsDark: true).utf8, "code.pbm") == Self.url + "\n")
  }

  @Test func halfBlocksWithoutColourTakeInkForLight() throws {
    let code = try QRCode(Self.url)
    let blocks = code.halfBlocks(inColor: false)
    #expect(blocks.allSatisfy { $0.count == code.columns && $0.allSatisfy("█▀▄ ".contains) })
    #expect(try decoded(picture(of: blocks, inkIsDark: false).utf8, "code.pbm") == Self.url + "\n")
  }

  @Test func anAuthenticatorsURLFitsAnOrdinaryTerminal() throws {
    let code = try QRCode(Self.url)
    #expect((code.columns, code.rows, code.halfBlocks(inColor: false).count) == (41, 21, 21))
  }

  @Test func aTextThatNoCodeHoldsIsRefused() throws {
    #expect(try QRCode(String(repeating: "x", count: 2953)).size == 177)
    #expect(throws: QRCodeError.tooLong) { try QRCode(String(repeating: "x", count: 2954)) }
    #expect(throws: QRCodeError.failed) { try QRCode("") }
  }

  @Test(arguments: ["libqrencode.so.999", "libc.so.6"])
  func aLibraryThatIsNotThereIsNamed(_ name: String) throws {
    // The second is there and is another one.
    #expect(throws: QRCodeError.libraryMissing(name: "libqrencode")) { try QRCode("x", library: name) }
    let code = try QRCode("x")
    #expect(throws: QRCodeError.libraryMissing(name: "libpng")) { try code.png(library: name) }
  }
}
