import HTTP

/// `/emulator/auth/api.js`: a replacement for `https://apis.google.com/js/api.js`, for pages without internet access.
///
/// The web SDKs load that script to reach their frame.
enum FrameLibrary {
  static let path = "/emulator/auth/api.js"

  static var response: HTTPResponse { .script("(() => {\n\(FrameScript.text)\n\(script)\n})();\n") }

  private static let script = #"""
    const everybody = () => true;

    class Iframe {
      constructor(element, id, token) {
        this.channel = new Channel({
          peer: () => element.contentWindow, origin: new URL(element.src).origin, prefix: `:/${id}:`, name: "..",
          token, isOpen: false,
        });
      }
      register(service, handler) { this.channel.register(service, handler); }
      send(service, argument, callback) {
        return new Promise((resolve) => {
          this.channel.send(service, argument, (results) => { resolve(results); return callback?.(results); });
        });
      }
      restyle(style) { return this.send("_g_restyle", style); }
      ping(callback) { return this.send("_g_ping", undefined, callback); }
    }

    let count = 0;
    const open = async ({ where, url, attributes = {} }, callback) => {
      const element = document.createElement("iframe");
      const id = `I${count++}_${Date.now()}`;
      const token = String(crypto.getRandomValues(new Uint32Array(1))[0]);
      const { style = {}, ...rest } = attributes;
      for (const [name, value] of Object.entries({ ...rest, id, name: id })) element.setAttribute(name, value);
      Object.assign(element.style, style);
      // A frame out of sight is not to wait until it is looked at.
      element.loading = "eager";
      element.src = `${url}#${new URLSearchParams({ id, parent: location.origin, pfname: "", rpctoken: token })}`;
      const iframe = new Iframe(element, id, token);
      where.append(element);
      settle(callback, iframe);
      return iframe;
    };

    const context = { open };
    const source = new URL(document.currentScript.src);
    window.gapi = {
      ...window.gapi,
      load: (_, options) => { setTimeout(typeof options === "function" ? options : options.callback); },
      iframes: { Iframe, getContext: () => context, CROSS_ORIGIN_IFRAMES_FILTER: everybody },
    };
    const onload = source.searchParams.get("onload");
    if (onload) setTimeout(() => window[onload]?.());
    """#
}
