import Essentials

/// The script that returns a person's choice to where the sign-in began.
///
/// That is a page that redirected here, an app, or the frame of a page that opened a pop-up.
enum AuthHandlerScript {
  /// What the script says, by the names of its data.
  static let texts: KeyValuePairs<String, Text> = [
    "unreachable": Text(
      "This window cannot reach the page that opened it. Sign in from that page again. The page must use this server under the same address, and must not send Cross-Origin-Opener-Policy."
    ),
    "scheme": Text("This is not the scheme of an app."),
    "refused": Text("The server refused the sign-in."),
    "empty": Text("Email required"),
    "incomplete": Text("Missing \"@\""),
  ]

  static let text = #"""
    (() => {
      "use strict";
      const query = new URLSearchParams(location.search);
      const given = (name) => query.get(name) || null;
      const element = (id) => document.getElementById(id);
      const { newId, claims: chosen, tokens: areAskedFor, ...texts } = element("content").dataset;
      const storageKey = `${given("apiKey")}:${given("appName")}`;

      // The frame is this server's, so its address may be read; those of others may not.
      const isOurs = (frame) => {
        try {
          const names = new URLSearchParams(frame.location.search);
          return frame.location.pathname.endsWith("/emulator/auth/iframe") &&
            `${names.get("apiKey")}:${names.get("appName")}` === storageKey;
        } catch {
          return false;
        }
      };

      const answerPopUp = (authEvent) => {
        const frames = Array.from({ length: window.opener?.length ?? 0 }, (_, index) => window.opener[index]);
        const ours = frames.filter(isOurs);
        if (ours.length === 0) throw new Error(texts.unreachable);
        for (const frame of ours) {
          frame.postMessage(
            { eventType: "sendAuthEvent", eventId: newId, data: { storageKey, authEvent } }, location.origin);
        }
      };

      const answerPage = (authEvent) => {
        sessionStorage.setItem(`firebase:redirectEvent:${storageKey}`, JSON.stringify(authEvent));
        location.assign(given("redirectUrl"));
      };

      const encode = encodeURIComponent;

      const answerAndroid = (authEvent) => {
        const extras = [
          ["S.authType", authEvent.type], ["S.eventId", authEvent.eventId], ["S.link", authEvent.urlResponse],
        ].filter(([, value]) => value).map(([name, value]) => `${name}=${encode(value)};`).join("");
        location.replace(
          `intent://firebase.auth/#Intent;scheme=genericidp;package=${encode(given("apn"))};${extras}` +
          "B.encryptionEnabled=false;end;");
      };

      const answerApple = (authEvent) => {
        const client = given("clientId")?.split(".").reverse().join(".");
        const app = given("appId") && `app-${given("appId").replaceAll(":", "-")}`;
        const event = given("eventId") ? `&eventId=${encode(given("eventId"))}` : "";
        const link = `${location.origin}/__/auth/callback?authType=${encode(authEvent.type)}` +
          `&link=${encode(authEvent.urlResponse)}${event}`;
        const scheme = client ?? app ?? given("ibi");
        if (!/^[a-z][a-z0-9+.-]*$/i.test(scheme)) throw new Error(texts.scheme);
        location.replace(
          `${scheme}://${client || app ? "firebaseauth" : "google"}/link?deep_link_id=${encode(link)}`);
      };

      const complain = (message) => {
        element("problem").textContent = message;
        element("problem").hidden = false;
      };

      // The server makes the tokens of a provider. Firebase's emulator takes a person's bare claims.
      const tokens = async (claims) => {
        if (areAskedFor === undefined) return { id_token: claims };
        const answer = await fetch(location.href, {
          method: "POST", headers: { "Content-Type": "application/json" }, body: claims, cache: "no-store",
        });
        const body = await answer.json();
        if (!answer.ok) throw new Error(body.error?.message ?? texts.refused);
        return body;
      };

      const finish = (claims) => tokens(claims).then(answer, (error) => complain(error.message));

      const answer = (tokens) => {
        const items = Object.entries({ providerId: given("providerId"), ...tokens });
        const type = given("authType") ?? "unknown";
        const authEvent = {
          type, eventId: given("eventId"), sessionId: "none", postBody: "", tenantId: given("tid"), error: null,
          urlResponse: `${location.origin}${location.pathname}?` +
            items.map(([name, value]) => `${name}=${encode(value)}`).join("&"),
        };
        try {
          if (/popup/i.test(type)) answerPopUp(authEvent);
          else if (given("apn")) answerAndroid(authEvent);
          else if (given("ibi")) answerApple(authEvent);
          else answerPage(authEvent);
        } catch (error) {
          complain(error.message);
        }
      };

      const showForm = (isShown) => {
        element("add-user").hidden = !isShown;
        element("accounts-list").hidden = isShown;
        if (isShown) element("email-input").focus();
      };
      // Google's own test driver waits for this name before it touches the page.
      window.toggleForm = showForm;

      const value = (id) => element(id).value.trim() || undefined;
      const complaint = () => {
        const email = value("email-input");
        return !email ? texts.empty : email.includes("@") ? "" : texts.incomplete;
      };

      for (const item of document.querySelectorAll(".js-reuse-account")) {
        item.addEventListener("click", () => finish(item.dataset.claims));
      }
      element("add-account-button").addEventListener("click", () => showForm(true));
      element("back-button").addEventListener("click", () => showForm(false));

      element("autogen-button").addEventListener("click", () => {
        const names = ["Ash", "Birch", "Cedar", "Elm", "Hazel", "Linden", "Maple", "Oak", "Rowan", "Willow"];
        const pick = () => names[Math.floor(Math.random() * names.length)];
        const [first, last] = [pick(), pick()];
        element("email-input").value =
          `${first}.${last}.${newId.slice(0, 6)}@example.com`.toLowerCase();
        element("display-name-input").value = `${first} ${last}`;
        element("screen-name-input").value = `${first}_${last}`.toLowerCase();
      });

      element("main-form").addEventListener("submit", (event) => {
        event.preventDefault();
        element("email-error").textContent = complaint();
        if (complaint()) return;
        finish(JSON.stringify({
          sub: newId, iss: "", aud: "", email: value("email-input"), email_verified: true,
          name: value("display-name-input"), screen_name: value("screen-name-input"),
          picture: value("profile-photo-input"),
        }));
      });

      if (chosen) finish(chosen);
    })();
    """#
}
