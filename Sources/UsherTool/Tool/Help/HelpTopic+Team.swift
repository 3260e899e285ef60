import CommandKit
import Essentials

extension HelpTopic {
  /// How to run one server for a team. The check of the proxy runs the configuration shown here.
  static let teamText = HelpText(
    prose: """
      One usher serve with --data is enough for a team. It handles several thousand sign-ins a second, and \
      stores a million accounts in one file. Administrators need the owner's token. To create a random one, \
      and start the server:

        umask 077
        openssl rand -hex 32 > owner-token
        usher serve --data auth.db --owner-token-file owner-token -P my-app

      Users and CI jobs set these variables. Administrators also set USHER_OWNER_TOKEN:

        export USHER_ENDPOINT=https://auth.example.com
        export USHER_PROJECT=my-app

      Only the owner can read the codes that the server sends. For others, add test numbers: usher local \
      test-number add
      """,
    details: [
      .init(
        "systemd", "As a service of systemd.",
        prose: """
          systemd. usher comes with usher.service and usher.socket. They run the server as a temporary user, with \
          its data in /var/lib/usher. The service reads the owner's token from /etc/usher/owner-token. To create \
          it:

            umask 077
            mkdir -p /etc/usher
            openssl rand -hex 32 > /etc/usher/owner-token

          Options go into /etc/default/usher:

            SERVE_OPTIONS=--trust-proxy 127.0.0.1 --allow-host auth.example.com
            USHER_PROJECT=my-app

          usher.socket sets the address. To change it, and then start the server:

            systemctl edit usher.socket
            systemctl enable --now usher.socket usher.service

          Codes and links are not in the log. To see them, run usher local outbox with the owner's token.
          """),
      .init(
        "containers", "In a container.",
        prose: """
          Containers. podman load and docker load read the image usher-VERSION-oci-amd64.tar. It keeps its data in \
          the volume /data, and runs as an unprivileged user:

            podman load -i usher-0.1.0-oci-amd64.tar
            podman run -d --name auth -p 127.0.0.1:9099:9099 -v auth:/data \\
              -e USHER_PROJECT=my-app localhost/usher:0.1.0

          The default command is serve --host 0.0.0.0 --trust-network --data /data/auth.db. To use another, write \
          it after the image name. Every client with a private address has the owner's rights. Publish the port on \
          127.0.0.1 only, and never use the host's network. To allow other clients, mount a file with an owner's \
          token, and use --owner-token-file instead of --trust-network.

          usher doctor is the health check: it returns 0 if the server answers. The compose.yaml of the image runs \
          the server beside an app, with a read-only file system. In other containers, set \
          USHER_ENDPOINT=http://auth:9099. For admin SDKs, set FIREBASE_AUTH_EMULATOR_HOST=auth:9099. podman logs \
          shows the codes. To make a backup and copy it out:

            podman exec auth usher local backup saved.db --data auth.db
            podman cp auth:/data/saved.db .

          To restore it into a new volume:

            podman create --name restore -v new:/data localhost/usher:0.1.0 \\
              local restore saved.db --data auth.db --yes
            podman cp saved.db restore:/data/saved.db
            podman start -a restore

          If you mount a folder instead of a volume, it must belong to the user 65532. In podman, -v \
          ./data:/data:U changes the owner. If the server uses another port, set USHER_ENDPOINT, for example to \
          http://127.0.0.1:9098. To use a real project instead, set USHER_ENDPOINT=production, USHER_PROJECT and \
          USHER_API_KEY.

          To upgrade, remove the container, and run the new image with the same volume. Older versions cannot read \
          the upgraded file. To go back, use the copy beside it, such as auth.db.v3. We tried podman, not Docker.
          """),
      .init(
        "proxy", "Behind a reverse proxy.",
        prose: """
          Behind a reverse proxy. The proxy handles TLS. With --trust-proxy, the server uses the forwarding \
          headers of the proxy, and ignores them from other addresses. For nginx:

            location / {
              proxy_pass http://127.0.0.1:9099;
              proxy_http_version 1.1;
              proxy_set_header Connection "";
              proxy_set_header Host $http_host;
              proxy_set_header X-Forwarded-Host $http_host;
              proxy_set_header X-Forwarded-Proto $scheme;
              proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
              proxy_set_header Forwarded "";
              client_max_body_size 64m;
            }

          If your proxy sets Forwarded, remove the X-Forwarded headers: the server refuses a request with both. \
          Give --allow-host for each host name that the proxy forwards. Links in mails use these names. For a \
          chain of proxies, give --trust-proxy for each one. List only proxies: a client at a trusted address can \
          fake its address. --trust-proxy needs --owner-token-file or --trust-network. With --trust-network, the \
          proxy must send the client's address. The server then accepts only private addresses.
          """),
      .init(
        "sdks", "From the SDKs of an app.",
        prose: """
          Admin SDKs always send the token "owner". On this server, they can only verify ID tokens offline, \
          without a check for revoked tokens. (Node's SDK always makes this check.) If a backend does more, run \
          another server for it, without an owner's token. It can run in a container. Servers on one machine can \
          share a --data file.

          Client SDKs. In a browser, use the public address: connectAuthEmulator(auth, \
          "https://auth.example.com"). The Android, Apple and admin SDKs use plain HTTP for an emulator. For them, \
          add a port without TLS to the proxy ("listen 9100;"), inside your network only. In the app, call \
          useEmulator("auth.example.com", 9100).
          """),
      .init(
        "backups", "Backups.",
        prose: """
          Backups. You can make one while the server runs:

            usher local backup "auth-$(date +%F-%H%M).db" --data auth.db

          In a crontab, write % as \\%, and use full paths. usher checks each backup before it finishes. You can \
          serve a backup directly with --data. It contains the signing key and all sessions, so protect it like a \
          password. A file with .usher-part- in its name is an unfinished backup. The next backup in that folder \
          removes it. To go back, stop the server, and restore:

            usher local restore auth-2026-11-23-0300.db --data auth.db

          usher keeps the old file. Sessions that ended and accounts that were deleted after the backup are valid \
          again. Run both commands on the server's machine, as the user that owns the file. Under systemd, that is \
          root, and the file is /var/lib/usher/auth.db. Stop the socket, too. Otherwise it starts the server \
          again:

            systemctl stop usher.socket usher.service
          """),
      .init(
        "moving", "To Google's service.",
        prose: """
          The real service. If you move to Google's service, the same commands work there, except those that begin \
          with local. usher init makes a profile from your app's configuration file, and -p selects it. To move \
          the accounts, write them into a file for firebase auth:import. usher prints the command with the hash \
          parameters, so users keep their passwords. We have not tried an import at Google.

            usher local export accounts.json
          """),
    ])
}
