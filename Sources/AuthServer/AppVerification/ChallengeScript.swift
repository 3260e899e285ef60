import Essentials
import IdentityToolkit

/// The local server's replacement for Google's script: the same functions, with a challenge that everybody passes.
///
/// It sets styles through properties and fetches from its own origin. A page needs only that origin in `script-src` and
/// `connect-src`.
enum ChallengeScript {
  static let paths = ["/recaptcha/api.js", "/recaptcha/enterprise.js"]

  static func text(in catalog: Catalog) -> String {
    let texts: JSONValue = [
      "box": .string(Text("I am not a robot (local server)").in(catalog)),
      "badge": .string(Text("reCAPTCHA of the local server").in(catalog)),
    ]
    return #"""
      (() => {
        "use strict";
        const texts = \#(texts.text);
        const source = new URL(document.currentScript.src);
        const widgets = [];

        // Callbacks are functions, or the names of global ones.
        const call = (callback, ...values) => {
          const callee = typeof callback === "string" ? window[callback] : callback;
          if (typeof callee === "function") callee(...values);
        };

        const solve = async (siteKey, action) => {
          const answer = await fetch(new URL("/recaptcha/token", source), {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            credentials: "omit",
            body: JSON.stringify({ siteKey, action }),
          });
          const body = await answer.json();
          if (!answer.ok) throw new Error(body.error.message);
          return body;
        };

        class Widget {
          constructor(container, options) {
            const element = typeof container === "string" ? document.getElementById(container) : container;
            if (!element) throw new Error("reCAPTCHA has no element to be in");
            if (!options.sitekey) throw new Error("reCAPTCHA has no site key");
            if (element.firstChild) throw new Error("reCAPTCHA has already been rendered in this element");
            this.options = options;
            this.response = "";
            element.append(options.size === "invisible" ? this.badge() : this.box());
          }

          box() {
            const label = document.createElement("label");
            Object.assign(label.style, {
              display: "inline-flex", alignItems: "center", gap: "0.8em", boxSizing: "border-box",
              width: this.options.size === "compact" ? "164px" : "304px", maxWidth: "100%", minHeight: "76px",
              padding: "0.8em", border: "1px solid GrayText", borderRadius: "4px", font: "inherit",
              colorScheme: { dark: "dark", light: "light" }[this.options.theme] ?? "inherit",
              background: "Canvas", color: "CanvasText", cursor: "pointer",
            });
            this.check = document.createElement("input");
            this.check.type = "checkbox";
            Object.assign(this.check.style, { width: "1.6em", height: "1.6em", margin: "0", flex: "none" });
            if (this.options.tabindex !== undefined) this.check.tabIndex = this.options.tabindex;
            this.check.addEventListener("change", () => {
              if (this.check.checked) this.execute().catch(() => {}); else this.reset();
            });
            const text = document.createElement("span");
            text.textContent = texts.box;
            label.append(this.check, text);
            return label;
          }

          badge() {
            const text = document.createElement("small");
            text.textContent = texts.badge;
            text.hidden = this.options.badge === "none";
            text.style.opacity = "0.7";
            return text;
          }

          async execute(action = this.options.action) {
            const run = this.begin();
            try {
              const { token, expiresIn } = await solve(this.options.sitekey, action);
              if (run !== this.run) return token;
              this.response = token;
              if (this.check) this.check.checked = true;
              this.timer = setTimeout(() => this.expire(), Number(expiresIn) * 1000);
              call(this.options.callback, token);
              return token;
            } catch (error) {
              if (run === this.run) {
                if (this.check) this.check.checked = false;
                call(this.options["error-callback"], error);
              }
              throw error;
            }
          }

          // What an earlier run brings no longer counts.
          begin() {
            clearTimeout(this.timer);
            this.response = "";
            return (this.run = {});
          }

          expire() {
            this.reset();
            call(this.options["expired-callback"]);
          }

          reset() {
            this.begin();
            if (this.check) this.check.checked = false;
          }
        }

        const widget = (id = 0) => {
          if (!widgets[id]) throw new Error("reCAPTCHA has no such widget");
          return widgets[id];
        };

        const api = {
          ready: (callback) => { setTimeout(() => call(callback)); },
          render: (container, options = {}) => widgets.push(new Widget(container, options)) - 1,
          // With a site key a token straight away, with a widget what a click on it does.
          execute: async (target, { action } = {}) =>
            typeof target === "string" ? (await solve(target, action)).token : widget(target).execute(action),
          getResponse: (id) => widget(id).response,
          reset: (id) => widget(id).reset(),
        };

        const isEnterprise = source.pathname.endsWith("/enterprise.js");
        window.grecaptcha = Object.assign(window.grecaptcha ?? {}, isEnterprise ? { enterprise: api } : api);
        const onload = source.searchParams.get("onload");
        if (onload) setTimeout(() => call(onload));
      })();

      """#
  }
}
