import CommandKit

extension HelpTopic {
  /// How to run one server for a team. The check of the proxy runs the configuration shown here.
  static let teamText = HelpText(
    prose: """
      One usher serve with --data is enough for a team. It answers some thousand sign-ins a second, and keeps a \
      million accounts in one file. Its administrators need the owner's token, which nobody can guess:

        umask 077
        openssl rand -hex 32 > owner-token
        usher serve --data auth.db --owner-token-file owner-token -P my-app

      People and jobs set these variables, and administrators also USHER_OWNER_TOKEN:

        export USHER_ENDPOINT=https://auth.example.com
        export USHER_PROJECT=my-app

      Only the owner can read the inbox. For other people, add numbers with fixed codes: usher local test-number add

      Admin SDKs always send the token "owner". On this server, they can only verify ID tokens, and only if they do \
      not ask the server. (Node's SDK asks whether a token is revoked.) A backend that does more needs its own server, \
      without an owner's token. It can run in a container beside the backend. Several servers on one machine may share \
      a file.

      systemd. usher comes with usher.service and usher.socket. They run the server as a temporary user, with its data \
      in /var/lib/usher. The service reads the owner's token from /etc/usher/owner-token. To make it:

        umask 077
        mkdir -p /etc/usher
        openssl rand -hex 32 > /etc/usher/owner-token

      Options go into /etc/default/usher:

        SERVE_OPTIONS=--trust-proxy 127.0.0.1 --allow-host auth.example.com
        USHER_PROJECT=my-app

      The socket says where the server listens. To change that, and to start it:

        systemctl edit usher.socket
        systemctl enable --now usher.socket usher.service

      The log holds no codes and links. With the owner's token, usher local outbox shows them.

      Containers. podman load and docker load read the image usher-VERSION-oci-amd64.tar. It serves the data of the \
      volume /data, as a user without rights:

        podman load -i usher-0.1.0-oci-amd64.tar
        podman run -d --name auth -p 127.0.0.1:9099:9099 -v auth:/data \\
          -e USHER_PROJECT=my-app localhost/usher:0.1.0

      Its command is serve --host 0.0.0.0 --trust-network --data /data/auth.db. To change the command, write it after \
      the image's name. Anyone who reaches the port from a private address has the owner's rights. Publish the port on \
      127.0.0.1 only, and never use the host's network. To let others in, mount an owner's token, and give \
      --owner-token-file instead of --trust-network.

      usher doctor is the health check: it ends with 0 if the server answers. compose.yaml, which comes with the \
      image, runs the server read-only beside an app. Other containers set USHER_ENDPOINT=http://auth:9099, and admin \
      SDKs FIREBASE_AUTH_EMULATOR_HOST=auth:9099. The log, podman logs, has the codes. To make a backup and copy it \
      out:

        podman exec auth usher local backup saved.db --data auth.db
        podman cp auth:/data/saved.db .

      To restore it into a new volume:

        podman create --name restore -v new:/data localhost/usher:0.1.0 \\
          local restore saved.db --data auth.db --yes
        podman cp saved.db restore:/data/saved.db
        podman start -a restore

      If you mount a folder instead of a volume, it must belong to the user 65532. In podman, -v ./data:/data:U does \
      that. The health check uses USHER_ENDPOINT: for another port, set it to http://127.0.0.1:9098, for example. For \
      a real project, set USHER_ENDPOINT=production, USHER_PROJECT and USHER_API_KEY.

      To upgrade, remove the container, and run the new image with the same volume. Older versions then refuse the \
      file. To go back, use the copy beside it, whose name ends in .v and a number. We tried podman, not Docker.

      Behind a reverse proxy. The proxy ends TLS. --trust-proxy makes the server believe what the proxy says about \
      each request; from other addresses, the server ignores it. For nginx:

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

      A proxy that sets Forwarded must remove the other headers: the server refuses a request with both. Give \
      --allow-host for every name or address that the proxy hands on, as links in mails begin with it. If several \
      proxies stand in a row, name each of them, and nothing but proxies. A client at such an address can claim any \
      other address. --trust-proxy needs --owner-token-file or --trust-network. With --trust-network, the proxy must \
      say where each request comes from, and the server accepts only private addresses.

      Client SDKs. In a browser, SDKs use the outside address: connectAuthEmulator(auth, "https://auth.example.com"). \
      The SDKs of Android and Apple's systems speak plain HTTP to an emulator, and so do admin SDKs. In your own \
      network, let the proxy also listen on a port without TLS ("listen 9100;"). Then name that port: \
      useEmulator("auth.example.com", 9100).

      Backups. You can make one while the server runs:

        usher local backup "auth-$(date +%F-%H%M).db" --data auth.db

      In a crontab, write % as \\%, and use whole paths. usher checks each copy before it gets its name, and you can \
      serve a copy as it is. It holds the signing key and every session, so keep it as you keep a password. A file \
      with .usher-part- in its name is an unfinished backup. The next backup in that folder removes it. To go back, \
      stop the server, and restore:

        usher local restore auth-2026-11-23-0300.db --data auth.db

      The old file stays beside the new one. Sessions and accounts that ended after the backup are valid again. Both \
      commands need the file, not the server: run them on its machine, as its user. Under systemd, the user is root \
      and the file is /var/lib/usher/auth.db. Stop the socket, too, as it would start the server again:

        systemctl stop usher.socket usher.service

      The real service. When you outgrow this server, the same commands work there. usher init makes a profile from \
      your app's configuration file, and -p selects it. Only the commands that begin with "local" do not work there. \
      usher local export helps you to move the accounts. Its accounts.json has the format that the real service takes, \
      and says how the passwords are hashed. We have not tried such an upload.
      """)
}
