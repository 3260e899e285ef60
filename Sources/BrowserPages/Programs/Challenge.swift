import Essentials

extension BrowserPage {
  /// A reCAPTCHA challenge.
  ///
  /// The page's form sends its token.
  package struct Challenge: Sendable, Equatable {
    /// Additional sources that the page's content security policy allows.
    struct Policy: Equatable {
      var scripts: String
      var connections: String
      /// Complete directives.
      var others = ""
      /// Replaces the page's own style sheet.
      var styles: String?
    }

    /// The URL of reCAPTCHA's script.
    let script: String
    let siteKey: String
    /// `v2` or `enterprise`.
    let kind: String
    let action: String
    let policy: Policy

    static let tokenName = "token"

    /// What the script says, by the names of its data.
    private static let texts: KeyValuePairs<String, Text> = [
      "checking": "Checking that you are not a robot…",
      "passed": "Passed. One moment.",
      "tick": "Tick the box.",
      "again": "That took too long. Tick the box again.",
      "silent": "reCAPTCHA does not answer. Check your network, then reload this page.",
      "blocked": "The browser cannot load reCAPTCHA. Check your network and your script blocker, then "
        + "reload this page.",
    ]

    func markup(in catalog: Catalog) -> String {
      let loading = Text("Loading…")
      let advice: Text = "reCAPTCHA needs JavaScript. Turn it on, and reload this page."
      let data =
        [("source", script), ("key", siteKey), ("kind", kind), ("action", action)]
        + Self.texts.map { ($0, $1.in(catalog)) }
      let attributes = data.map { #" data-\#($0)="\#(BrowserPage.escaped($1))""# }
      return """
        <div id="challenge"\(attributes.joined())></div>
        <p id="status" role="status">\(BrowserPage.escaped(loading, in: catalog))</p>
        <noscript><p>\(BrowserPage.escaped(advice, in: catalog))</p></noscript>

        """
    }

    /// This first tries without interaction.
    ///
    /// If that fails or takes long, it shows a box to tick.
    static let program = #"""
      (() => {
        "use strict";
        const place = document.getElementById("challenge");
        const state = document.getElementById("status");
        const form = document.forms[0];
        const { source, key, kind, action, ...texts } = place.dataset;
        const say = (text) => { state.textContent = text; };
        let isDone = false;
        const done = (token) => {
          if (isDone) return;
          isDone = true;
          say(texts.passed);
          form.elements.token.value = token;
          form.submit();
        };
        const hold = () => place.appendChild(document.createElement("div"));
        let hasBox = false;
        const offerBox = (api) => {
          if (hasBox || isDone) return;
          hasBox = true;
          say(texts.tick);
          api.render(hold(), {
            sitekey: key, action, callback: done,
            theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
            size: place.clientWidth < 304 ? "compact" : "normal",
            "expired-callback": () => say(texts.again),
            "error-callback": () => say(texts.silent),
          });
        };
        window.startChallenge = () => {
          const api = kind === "enterprise" ? grecaptcha.enterprise : grecaptcha;
          say(texts.checking);
          setTimeout(offerBox, 15000, api);
          const run = async () => {
            if (kind === "enterprise") return done(await api.execute(key, { action }));
            const widget = api.render(hold(), {
              sitekey: key, size: "invisible", callback: done, "error-callback": () => offerBox(api),
            });
            await api.execute(widget);
          };
          api.ready(() => run().catch(() => offerBox(api)));
        };
        const script = document.createElement("script");
        script.src = source;
        script.onerror = () => say(texts.blocked);
        document.head.append(script);
      })();
      """#
  }
}
