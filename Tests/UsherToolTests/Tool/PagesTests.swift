import Essentials
import Testing

@testable import usher_pages

@Suite struct PagesTests {
  @Test func theCheckedInPagesAreThoseOfTheCommandTable() throws {
    let (generated, checkedIn) = (Pages.generated.texts, try Self.checkedIn())
    let stale = Set(generated.keys).union(checkedIn.keys).filter { generated[$0] != checkedIn[$0] }.sorted()
    #expect(stale == [], "not as the command table gives them; to write them again: make pages")
  }

  @Test func theCheckedInTemplateHasTheTextsOfTheSources() throws {
    let isCurrent =
      try TextTemplate(project: ProjectFiles.folder).text == ProjectFiles.text(of: TextTemplate.path)
    #expect(isCurrent, "not as the sources have the texts; to write it again: make pages")
  }

  @Test func everyPageCanBeShownOnAPlainTerminal() {
    for (path, text) in Pages.generated.texts { #expect(text.utf8.allSatisfy { $0 < 0x80 }, "\(path)") }
  }

  /// The texts in the project, by their paths there.
  private static func checkedIn() throws -> [String: String] {
    let paths = try Pages.folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: ProjectFiles.folder + "/" + folder).map {
        folder + "/" + $0
      }
    }
    return try paths.reduce(into: [:]) { texts, path in
      texts[path] = try ProjectFiles.text(of: path)
    }
  }
}
