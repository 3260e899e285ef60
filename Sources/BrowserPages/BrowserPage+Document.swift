import Crypto
import Essentials
import HTTP

extension BrowserPage {
  /// Returns the page as HTML, in the language of `catalog`.
  ///
  /// The page is self-contained and loads nothing.
  func document(_ words: any PageWords, in catalog: Catalog = .english) -> String {
    func html(_ text: Text) -> String { Self.escaped(text, in: catalog) }
    let title = Text("\(heading) (\(words.title))")
    let refresh =
      next.map { #"<meta http-equiv="refresh" content="0; url=\#(Self.escaped($0))">"# + "\n" } ?? ""
    return HTMLPage(
      SafeText.line(title.in(catalog)), in: catalog.language, head: refresh + "<style>\(Self.style)</style>",
      body: """
        <main class="\(tone.rawValue)">
        <h1>\(html(heading))</h1>
        \(paragraphs.map { "<p>\(html($0))</p>\n" }.joined())\
        \(program?.markup(in: catalog) ?? "")\(form?.markup(program, in: catalog) ?? "")</main>
        \(leavesHistory ? "<script>\(Self.leavingScript)</script>" : "")
        """
    ).text
  }

  /// The policy of the page: it may use its own style and script, and send its form here.
  var contentSecurityPolicy: String {
    let script = program.map(\.script) ?? Self.script
    let others = (program?.policy?.scripts).map { " " + $0 } ?? ""
    let scripts = "'\(Self.hash(script))'" + others
    var directives = form == nil ? "" : "script-src \(scripts); form-action 'self'; "
    if leavesHistory { directives += "script-src '\(Self.leavingHash)'; " }
    if let policy = program?.policy { directives += "connect-src \(policy.connections); " + policy.others }
    let styles = program?.policy?.styles ?? "'\(Self.styleHash)'"
    return
      "default-src 'none'; style-src \(styles); \(directives)base-uri 'none'; frame-ancestors 'none'"
  }

  /// Returns `text` in the language of `catalog`, escaped for HTML.
  static func escaped(_ text: Text, in catalog: Catalog) -> String { escaped(text.in(catalog)) }

  /// Returns `text`, which may be foreign, escaped for HTML.
  static func escaped(_ text: String) -> String { SafeText.line(text).escapedForHTML }

  private static let style = """
    :root{color-scheme:light dark;--text:#1c1c1e;--back:#f2f2f5;--card:#fff;--line:#8e8e93;--accent:#0b57d0}
    @media (prefers-color-scheme:dark)\
    {:root{--text:#f2f2f5;--back:#111113;--card:#1c1c1f;--line:#7c7c82;--accent:#8ab4f8}}
    *{box-sizing:border-box}
    body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--back);\
    color:var(--text);font:1.0625rem/1.5 system-ui,sans-serif}
    main{width:100%;min-width:0;max-width:32rem;padding:2rem;background:var(--card);border-radius:.75rem;\
    border-top:.375rem solid var(--line);overflow-wrap:anywhere}
    .success{border-color:#188038}
    .failure{border-color:#d93025}
    h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25}
    p{margin:0 0 .75rem}
    #challenge:not(:empty){margin:0 0 .75rem;overflow-x:auto}
    button{font:inherit;padding:.625rem 1.25rem;border:2px solid var(--accent);border-radius:.5rem;\
    background:transparent;color:var(--accent);cursor:pointer}
    button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
    """

  /// Removes the address, which contains a secret, from the history, and sends the form.
  fileprivate static let script = #"history.replaceState(null,"","/");document.forms[0].submit()"#

  /// Removes the address from the history on a page without a form.
  private static let leavingScript = #"history.replaceState(null,"","/")"#

  private static let styleHash = hash(style)
  private static let leavingHash = hash(leavingScript)

  private static func hash(_ text: String) -> String {
    "sha256-" + Data(Digest.sha256(text.utf8)).base64EncodedString()
  }
}

extension BrowserPage.Form {
  fileprivate func markup(_ program: BrowserPage.Program?, in catalog: Catalog) -> String {
    let fields = fields.map { field in
      #"<input type="hidden" name="\#(BrowserPage.escaped(field.name))" "#
        + #"value="\#(BrowserPage.escaped(field.value))">"# + "\n"
    }
    let results = (program?.resultNames ?? []).map { #"<input type="hidden" name="\#($0)" value="">"# + "\n" }
    let name = program == nil ? "" : #" name="\#(BrowserPage.cancelName)" value="1""#
    return """
      <form method="post" action="\(PageHandler.resultPath)">
      \(fields.joined())\(results.joined())<button\(name)>\(BrowserPage.escaped(button, in: catalog))</button>
      </form>
      <script>\(program?.script ?? BrowserPage.script)</script>

      """
  }
}
