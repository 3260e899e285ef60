import CommandKit

extension HelpTopic {
  /// One server for many. The configuration of the proxy is what the check of it runs.
  static let teamText = HelpText(
    prose: """
      One usher serve with --data is enough for a team: it answers some thousand sign-ins a second and keeps a million \
      accounts, in one file. Whoever administers it needs the owner's token, which nobody can guess:

        umask 077
        openssl rand -hex 32 > owner-token
        usher serve --data auth.db --owner-token-file owner-token -P my-app

      People and jobs then go by these, and those who administer it by USHER_OWNER_TOKEN too:

        export USHER_ENDPOINT=https://auth.example.com
        export USHER_PROJECT=my-app

      The inbox is the owner's: usher local test-number add makes numbers with fixed codes, for people to sign in with. \
      Admin SDKs always say "owner". Against this server they verify ID tokens, where that asks nobody (Node's asks whether each \
      is revoked), and nothing else: a backend that does more has a server of its own, without an owner's token, in a \
      container beside it say. Several servers on one machine may share a file.

      systemd. usher.service and usher.socket, which come with usher, run it as a user that exists only while it runs, \
      with its data in /var/lib/usher. The owner's token is read from /etc/usher/owner-token, which (umask 077; \
      mkdir -p /etc/usher; openssl rand -hex 32 >/etc/usher/owner-token) makes, and options from /etc/default/usher:

        SERVE_OPTIONS=--trust-proxy 127.0.0.1 --allow-host auth.example.com
        USHER_PROJECT=my-app

      Where it listens is the socket's business: systemctl edit usher.socket. Codes and links are in no log: usher local \
      outbox shows them to whoever has the owner's token. Then:

        systemctl enable --now usher.socket usher.service

      Containers. The image usher-VERSION-oci-amd64.tar, which podman load and docker load read, serves what is in the \
      volume /data, as a user without rights:

        podman load -i usher-0.1.0-oci-amd64.tar
        podman run -d --name auth -p 127.0.0.1:9099:9099 -v auth:/data -e USHER_PROJECT=my-app localhost/usher:0.1.0

      Its command is serve --host 0.0.0.0 --trust-network --data /data/auth.db; write it out after the image's name to \
      change it. Whoever reaches the port from a private address has the owner's rights: publish it on 127.0.0.1 alone, and \
      never give it the host's network. For others, mount an owner's token and give --owner-token-file instead of \
      --trust-network. usher doctor is its health check: it ends with 0 when the server answers. compose.yaml, which comes \
      with the image, runs it read-only beside an app. Other containers set USHER_ENDPOINT=http://auth:9099, and admin \
      SDKs FIREBASE_AUTH_EMULATOR_HOST=auth:9099. Its log, podman logs, has the codes. A \
      backup, and its way out:

        podman exec auth usher local backup saved.db --data auth.db
        podman cp auth:/data/saved.db .

      To restore into a new volume:

        podman create --name restore -v new:/data localhost/usher:0.1.0 local restore saved.db --data auth.db --yes
        podman cp saved.db restore:/data/saved.db
        podman start -a restore

      A folder in place of the volume has to belong to the user 65532: in podman, -v ./data:/data:U does that. The health \
      check asks at USHER_ENDPOINT: with another port, set it to http://127.0.0.1:9098, for example. A real project has to be \
      named by USHER_ENDPOINT=production, USHER_PROJECT and USHER_API_KEY.

      To upgrade, remove the container and run the new image with the same volume; the file then is the newer one's alone, and \
      the copy beside it that ends in .v and a number is the way back. Podman was tried, Docker was not.

      Behind a reverse proxy. TLS ends there, and --trust-proxy has the server believe what it says of each request; from \
      any other address the same words count for nothing. For nginx:

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

      A proxy that sets Forwarded has to remove the others instead: a request with both is refused. Every name that \
      the proxy hands on needs --allow-host, an address too: links in mails begin with it. With several proxies in a row, \
      name each, and nothing but proxies: who comes from such an address may say to come from any other. --trust-proxy \
      needs --owner-token-file, or --trust-network: then the proxy has to say whose each request is, and only those from \
      private addresses are served.

      Client SDKs. Those in a browser take the outside address: connectAuthEmulator(auth, "https://auth.example.com"). \
      Those of Android and of Apple's systems speak plain HTTP to an emulator, and so do the admin SDKs: in a network of \
      your own, let the proxy listen on a port without TLS as well, "listen 9100;", and name that: \
      useEmulator("auth.example.com", 9100).

      Backups, while it serves:

        usher local backup "auth-$(date +%F-%H%M).db" --data auth.db

      In a crontab % is written \\%, and names are whole paths. Each copy is checked before it gets its name, and can be \
      served as it is. It holds the signing key and every session: \
      keep it as you keep a password. A file with .usher-part- in its name is a backup under way, or one that was killed: \
      the next one in that folder removes it. To go back, stop the server, and

        usher local restore auth-2026-11-23-0300.db --data auth.db

      What the file held before stays beside it. Who has signed out since, or was deleted, is back. Both need the file, \
      not the server: run them on its machine, as its user. Under systemd that is root, the file is \
      /var/lib/usher/auth.db, and the socket is stopped, too, which would start the server again:

        systemctl stop usher.socket usher.service

      When you outgrow it: the same commands work against the real service. usher init reads your app's configuration \
      file and makes a profile of it, -p selects it, and verify-phone, signin, token, exec and the rest go there; what \
      begins with "local" stays behind. Accounts move by usher local export: its accounts.json has the form in which \
      the real service takes uploads of accounts, and says how its passwords are hashed. Such an upload was not tried.
      """)
}
