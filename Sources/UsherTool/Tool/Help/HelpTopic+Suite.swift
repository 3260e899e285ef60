import CommandKit

extension HelpTopic {
  /// How to use usher beside the other emulators of Firebase's Emulator Suite.
  static let suiteText = HelpText(
    prose: """
      usher serve takes the place of the Auth emulator. The Emulator Suite runs the others. There are two ways. \
      First, usher runs the Suite without its Auth emulator:

        usher serve -P demo-app -- \\
          firebase emulators:exec --only firestore,functions "npm test"

      The Suite may warn that calls to auth will affect production. They do not. usher sets \
      FIREBASE_AUTH_EMULATOR_HOST, and every program and function that the Suite starts inherits it. In a \
      second terminal, set it yourself:

        usher serve
        export FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099
        firebase emulators:start --only firestore,functions

      In a folder with firebase.json and .firebaserc, or below it, usher serve takes port and project from \
      them, and says so. The project of firebase use comes first. Options and variables override them. All \
      emulators and apps must name one project.

      Second, the Suite runs usher as its Auth emulator. Its UI, --import, --export-on-exit and emulators:export \
      then work with usher:

        export NODE_OPTIONS="-r /usr/share/usher/usher-auth.js"
        firebase emulators:start

      The head of usher-auth.js lists what was tried. With make install, the file is in /usr/local/share/usher.

      Functions. usher finds the Functions emulator, whichever of the two starts first. It tells functions of new and \
      deleted accounts, and asks blocking functions. See what was sent, and send it again:

        usher local events
        usher local events --retry

      The Suite up to 15.30.1 ignores the events of v2 functions such as onUserCreated, and says nothing. \
      Functions of v1, such as onCreate, run.

      The Suite's UI shows passwords that are stored in plain text, as by Firebase's emulator. To see them there:

        usher serve --policy-set password-hashing=emulator

      If no hub of the Suite runs, usher does its part: emulators:export and functions:shell find usher serve in the \
      folder of firebase.json.

      Pop-ups and redirects. The web SDK loads a script from Google for them. For a browser without internet access, \
      usher serve has a replacement. Load it in the page before your app:

        <script src="http://127.0.0.1:9099/emulator/auth/api.js"></script>
      """)
}
