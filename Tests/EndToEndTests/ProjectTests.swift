import IdentityToolkit
import TestSupport
import Testing

/// Real projects, with the real program in real folders.
@Suite struct ProjectTests {
  private let usher = Usher()

  @Test func aFolderNamesTheProfileForEverythingBelowIt() {
    #expect(usher.run("profile", "set", "endpoint", "http://127.0.0.1:9", "-p", "lab").status == 0)
    let ending = usher.script(
      """
      mkdir -p "$HOME/work/deep" && echo lab > "$HOME/work/.usher-profile" && cd "$HOME/work/deep" &&
      usher status --field source && cd "$HOME" && usher status --field source
      """)
    #expect(ending.output == ".usher-profile\ndefault\n")
  }

  @Test func theFileInTheFolderMakesAProfileWhateverTheNetworkDoes() {
    let ending = usher.script(
      #"""
      mkdir "$HOME/app" && cd "$HOME/app" &&
      printf '{"apiKey":"k","projectId":"acme-1234","authDomain":"a.example.com"}' > firebase-config.json &&
      usher init --field name && usher status --field endpoint
      """#)
    #expect(ending.output == "acme-1234\nproduction\n")
  }
}
