import Essentials
import Testing

@Suite struct PagesTests {
  /// With USHER_WRITE_PAGES, as `make pages` sets it, the pages are written first.
  @Test func theCheckedInPagesAreThoseOfTheCommandTable() throws {
    if ProcessInfo.processInfo.environment["USHER_WRITE_PAGES"] != nil { try Pages.generated.write() }
    let stale = Pages.generated.differences(from: try Pages.checkedIn())
    #expect(stale == [], "not as the command table gives them; to write them again: make pages")
  }

  @Test func everyPageCanBeShownOnAPlainTerminal() {
    for (path, text) in Pages.generated.texts { #expect(text.utf8.allSatisfy { $0 < 0x80 }, "\(path)") }
  }
}
