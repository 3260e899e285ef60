const { server } = document.body.dataset;
const tell = (name, value) => { sessionStorage.results = `${sessionStorage.results ?? ""}${name}: ${value}\n`; };
// What a callback throws, as that of the web SDKs does, is not an error of the page.
window.addEventListener("unhandledrejection", ({ reason }) => tell("error", reason.stack));
const names = { apiKey: "k", appName: "[DEFAULT]", v: "12" };
const address = (path, more = {}) => `${server}/emulator/auth/${path}?${new URLSearchParams({ ...names, ...more })}`;
const handler = (more) => address(
  "handler", { redirectUrl: location.href, providerId: "google.com", scopes: "profile", ...more });

const signIn = async ({ urlResponse, tenantId, error }) => {
  if (error) return error.code;
  const answer = await fetch(`${server}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=k`, {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ requestUri: urlResponse, returnSecureToken: true, tenantId: tenantId ?? undefined }),
  });
  const body = await answer.json();
  return body.error?.message ?? `${body.email} ${body.displayName ?? "-"} ${body.isNewUser ? "new" : "known"}`;
};

const waiting = [];
const events = [];
const next = () => new Promise((resolve) => {
  if (events.length) resolve(events.shift()); else waiting.push(resolve);
});
// This script cannot access the window's document, so the address tells the server's page what to do.
const popUp = async (identity, eventId) => {
  const opened = window.open(
    handler({ authType: "signInViaPopup", eventId, usher_identity: identity }), eventId, "width=500,height=600");
  const event = await next();
  opened.close();
  return `${event.type} ${event.eventId} ${await signIn(event)}`;
};

const run = async (frame) => {
  frame.register("authEvent", ({ authEvent }) => {
    if (waiting.length) waiting.shift()(authEvent); else events.push(authEvent);
    return { status: "ACK" };
  });
  const first = await next();
  if (sessionStorage.left) {
    tell("after leaving", `${first.type} ${await signIn(first)}`);
    return tell("end", true);
  }
  tell("first", `${first.type} ${await signIn(first)}`);
  frame.send("webStorageSupport", { type: "webStorageSupport" }, async ([answer]) => {
    tell("storage", answer.webStorageSupport);
    throw new Error("after an answer");
  });
  tell("pop-up", await popUp("kim@example.com", "e1"));
  tell("again", await popUp("kim@example.com", "e2"));
  tell("claims", await popUp(JSON.stringify({ email: "lee@example.com", name: "Lee & <b>" }), "e3"));
  sessionStorage.left = "yes";
  location.assign(handler({ authType: "signInViaRedirect", usher_identity: "lee@example.com" }));
};

const open = () => gapi.iframes.getContext().open({
  where: document.body, url: address("iframe"), messageHandlersFilter: gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER,
  attributes: {
    style: { position: "absolute", top: "-100px", width: "1px", height: "1px" }, "aria-hidden": "true",
    tabindex: "-1", loading: "lazy",
  }, dontclear: true,
}, async (frame) => {
  await frame.restyle({ setHideOnLeave: false });
  await frame.ping(() => {});
  throw new Error("after the opening");
});

window.start = () => gapi.load("gapi.iframes", {
  callback: () => open().then(run).catch((error) => tell("error", error.stack)),
});
