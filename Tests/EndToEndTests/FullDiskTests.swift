import LibC
import TestSupport
import Testing

/// A disk without room, and one that may only be read, each in a namespace that vanishes with the test.
@Suite struct FullDiskTests {
  private let usher: Usher
  private let server: Server
  private let home: Usher

  init() throws {
    home = Usher(isFirst: true)
    server = try Server(home)
    usher = home.at(server.url)
    mkdir(usher.folder, 0o700)
  }

  /// Runs a script where a small disk of its own is mounted at the folder of the state.
  private func script(_ text: String) throws -> Ending {
    let mounting = #"mount -t tmpfs -o size=64k,mode=0700 none "$USHER_CONFIG_DIR" || exit 99"# + "\n"
    let launch = usher.shellLaunch(mounting + text)
    for namespace in [["unshare", "-m"], ["unshare", "-mUr"]] {
      let ending = launch.under(namespace).run()
      if ending.status != 99, !ending.errors.hasPrefix("unshare: ") { return ending }
    }
    try Test.cancel("this system lets nobody mount a disk of their own")
  }

  private let fill = #"cat /dev/zero >"$USHER_CONFIG_DIR/ballast" 2>/dev/null"#

  @Test func aSignInThatFindsNoRoomIsToldAsItIs() throws {
    let ending = try script(
      """
      usher verify-phone +16505553434 --quiet >/dev/null
      cp "$USHER_CONFIG_DIR/state.json" before
      \(fill)
      usher confirm-code 654321; echo $?
      usher confirm-code 654321 --json 2>error; echo $?
      jq -r '.error.code, .error.exit' error
      cmp before "$USHER_CONFIG_DIR/state.json" && ls -A "$USHER_CONFIG_DIR" | grep -v lock
      rm "$USHER_CONFIG_DIR/ballast"
      usher confirm-code 654321 --quiet; echo $?
      """)
    #expect(
      ending.output == "74\n74\nusher/disk-full\n74\n.gitignore\nballast\nstate.json\n0\n", "\(ending.errors)"
    )
    let path = usher.folder + "/state.json"
    #expect(
      ending.errors.hasPrefix(
        "error: signed in as +16505553434, but could not save the session: there is no room on the disk for \(path)\n"
      ),
      "\(ending.errors)")
  }

  @Test func aCodeThatWasSentButNotKeptCanStillBeUsed() throws {
    let ending = try script(
      """
      usher verify-phone +16505550123 --quiet >/dev/null
      \(fill)
      usher verify-phone +16505550124 --json 2>error; echo $?
      mapfile -t next < <(jq -r '.error.next_step.argv[]' error)
      rm "$USHER_CONFIG_DIR/ballast"
      code=$(usher local outbox --phone +16505550124 --latest --field code)
      "${next[@]}" "$code" --field account.phone
      """)
    #expect(ending.output == "74\n+16505550124\n", "\(ending.errors)")
  }

  @Test func theEmbeddedServerNeedsRoomToo() throws {
    let ending = try script(
      """
      export USHER_ENDPOINT=local
      usher verify-phone +16505553434 --json 2>error; echo $?
      jq -r '.error.code' error
      """)
    #expect(ending.output == "74\nusher/disk-full\n", "\(ending.errors)")
  }

  @Test func aSecretThatFindsNoRoomIsNotLeftInPieces() throws {
    let ending = try script(
      """
      usher send-link kim@example.com --quiet
      usher local outbox --email kim@example.com --latest --field link | usher complete-link - --quiet
      mkdir disk && mount -t tmpfs -o size=16k,mode=0700 none disk
      cat /dev/zero >disk/ballast 2>/dev/null
      usher mfa enroll totp --secret-file disk/totp.txt; echo $?
      usher mfa enroll totp --secret-file totp.txt --qr disk/code.png; echo $?
      ls disk; ls | grep totp; usher pending list; umount disk
      usher mfa enroll totp --secret-file totp.txt --quiet; echo $?
      """)
    #expect(ending.output == "74\n74\nballast\n0\n", "\(ending.errors)")
  }

  @Test func aDiskThatMayOnlyBeReadIsRead() throws {
    let ending = try script(
      """
      usher verify-phone +16505553434 --quiet >/dev/null; usher confirm-code 654321 --quiet
      mount -o remount,ro "$USHER_CONFIG_DIR"
      usher whoami --field account.phone
      usher token >/dev/null; echo $?
      usher signout; echo $?
      usher verify-phone +16505553434; echo $?
      usher verify-phone +16505553434 --no-store --field status
      umount "$USHER_CONFIG_DIR"; mount -t tmpfs -o ro,mode=0700 none "$USHER_CONFIG_DIR"
      usher verify-phone +16505553434; echo $?
      USHER_ENDPOINT=local usher verify-phone +16505553434; echo $?
      """)
    #expect(ending.output == "+16505553434\n0\n73\n73\npending\n73\n73\n", "\(ending.errors)")
  }
}
