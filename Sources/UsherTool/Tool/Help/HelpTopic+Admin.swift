import CommandKit

extension HelpTopic {
  /// How to administer a project at Google.
  static let adminText = HelpText(
    prose: """
      The project commands manage a project at Google, or a local server's: sign-in methods, domains, \
      SMS regions, providers, tenants and accounts. Name the project, for example:

        export USHER_ENDPOINT=production USHER_PROJECT=my-app

      Credentials. At Google, these commands need a credential of an administrator. usher takes the first of \
      these and stores nothing:

        --access-token-file FILE or --service-account FILE
        USHER_ACCESS_TOKEN
        GOOGLE_APPLICATION_CREDENTIALS, the name of a file as for --service-account

      With --gcloud, it takes the access token that gcloud auth print-access-token prints. A credentials file \
      is a key of a service account, a file of gcloud auth application-default login, or a configuration of \
      workload identity federation. Access tokens go to Google only, whatever a file or a variable names, and \
      never after a redirect.

      Roles. Reading needs roles/firebaseauth.viewer, and changes need roles/firebaseauth.admin. For tenants, \
      these are roles/identityplatform.viewer and roles/identityplatform.admin. To act as a service account, you \
      need roles/iam.serviceAccountTokenCreator. A person's requests are charged to the quota of the project. \
      For a service account, its file or --billing-project names such a project.

      Safety. usher shows a change of a real project and asks before it makes it. In scripts, add --yes. \
      --dry-run prints the requests and sends none of them. To delete an account, you type its uid.

      A new project. These commands set it up for phone numbers, e-mail links and authenticator apps. \
      project init needs billing. Without billing, click Get started in the Firebase console instead; there is \
      no TOTP then.

        usher project init
        usher project enable phone email-link mfa-totp
        usher project domain add 127.0.0.1
        usher project region allow US

      Drift. Keep the configuration in your repository, test against it, and let a CI job compare it:

        usher project export auth.json
        usher serve --project-config auth.json -- npm test
        usher project diff auth.json

      GitHub Actions without a key file. Let google-github-actions/auth write the credentials file of a \
      workload identity. It sets GOOGLE_APPLICATION_CREDENTIALS. The job needs the permission id-token: write. \
      A preview deployment then authorizes its own domain:

        usher project domain add "pr-$NUMBER.example.com" --yes

      Accounts move between projects in files. The file has password hashes. The other project can check them \
      only with the hash parameters, which a project gives to those with the right to see them:

        usher project users export users.json --hash-parameters hash.txt
        usher project users import users.json --hash-parameters hash.txt

      A local server plays Google's part for tests. usher local service-account makes a key file that the server \
      of usher serve accepts. Give the file to --service-account, with --endpoint and the server's URL. Or set \
      GOOGLE_APPLICATION_CREDENTIALS to it. If you name no credential, you are the owner of a local server.
      """)
}
