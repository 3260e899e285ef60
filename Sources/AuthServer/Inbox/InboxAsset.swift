import Essentials
import HTTP

/// The files that the inbox page loads: its style sheet, and the script that updates it.
struct InboxAsset: Sendable {
  let path: String
  private let type: String
  private let text: String

  var response: HTTPResponse {
    .content(Data(text.utf8), "\(type); charset=UTF-8", caching: "no-cache")
  }

  static let style = InboxAsset(
    path: "/inbox.css", type: "text/css",
    text: """
      :root{color-scheme:light dark;--text:#1c1c1e;--back:#f2f2f5;--card:#fff;--line:#c7c7cc;--soft:#5b5b60;\
      --accent:#0b57d0}
      @media (prefers-color-scheme:dark){:root{--text:#f2f2f5;--back:#111113;--card:#1c1c1f;--line:#48484a;\
      --soft:#aeaeb2;--accent:#8ab4f8}}
      *{box-sizing:border-box}
      body{margin:0;padding:1rem;background:var(--back);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
      header,main{max-width:75rem;margin:0 auto}
      header{display:flex;flex-wrap:wrap;gap:1rem;align-items:center}
      h1{font-size:1.5rem;margin:0}
      h2{font-size:1.125rem}
      p{margin:.25rem 0}
      main{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:0 2rem}
      section{min-width:0}
      .messages{list-style:none;margin:0;padding:0}
      .messages li{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.75rem 1rem;\
      margin:0 0 .75rem;overflow-wrap:anywhere}
      .to{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem}
      time,small,summary,.none{color:var(--soft)}
      output{font:1.5rem/1.5 ui-monospace,monospace;letter-spacing:.1em}
      pre{white-space:pre-wrap;font:.875rem/1.5 ui-monospace,monospace}
      a{color:var(--accent)}
      button,select{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);\
      border-radius:.375rem;padding:.125rem .625rem}
      .table{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:.5rem}
      table{border-collapse:collapse;width:100%}
      th,td{text-align:left;vertical-align:top;padding:.5rem .75rem;border-top:1px solid var(--line)}
      th{border-top:0;font-weight:600}

      """)

  static let script = InboxAsset(
    path: "/inbox.js", type: "text/javascript",
    text: """
      (() => {
        "use strict";
        const page = () => document.querySelector("main");
        // What the server wrote last: the page itself changes when a text is opened.
        let last = page().innerHTML;

        const showButtons = () => {
          for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = false;
        };

        document.addEventListener("click", async (event) => {
          const button = event.target.closest("button[data-copy]");
          if (!button) return;
          try {
            await navigator.clipboard.writeText(button.dataset.copy);
            button.textContent = page().dataset.copied;
          } catch {
            button.textContent = page().dataset.refused;
          }
        });
        document.querySelector("select")?.addEventListener("change", (event) => event.target.form.submit());

        const update = async () => {
          if (document.hidden) return;
          const answer = await fetch(location.href, { cache: "no-store" });
          if (!answer.ok) return;
          const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
          if (!fresh || fresh.innerHTML === last) return;
          last = fresh.innerHTML;
          page().replaceWith(fresh);
          showButtons();
        };
        const loop = async () => {
          // A server that is gone may come back.
          await update().catch(() => {});
          setTimeout(loop, 1000);
        };
        showButtons();
        loop();
      })();

      """)
}
