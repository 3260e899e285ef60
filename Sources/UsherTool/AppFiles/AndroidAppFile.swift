import Essentials
import Flows
import IdentityToolkit

/// The format of `google-services.json`, which can describe several apps.
enum AndroidAppFile {
  static func settings(_ json: JSONValue) throws(AppFileProblem) -> [ProfileSettings] {
    guard let project = json["project_info"]?["project_id"]?.string else {
      throw AppFileProblem(missing: Text(verbatim: "project_info.project_id"))
    }
    guard let clients = json["client"]?.array, !clients.isEmpty else {
      throw AppFileProblem(missing: "the list of apps (client)")
    }
    return try clients.enumerated().map { index, client throws(AppFileProblem) in
      guard let key = client["api_key"]?.array?.compactMap({ $0["current_key"]?.string }).first else {
        throw AppFileProblem(missing: Text(verbatim: "client[\(index)].api_key"))
      }
      let info = client["client_info"]
      var settings = ProfileSettings()
      settings.projectID = project
      settings.apiKey = key
      settings.appID = info?["mobilesdk_app_id"]?.string
      settings.androidPackage = info?["android_client_info"]?["package_name"]?.string
      let clients = client["oauth_client"]?.array ?? []
      let android = clients.first { $0["client_type"]?.integer == 1 }
      settings.clientID = (clients.first { $0["client_type"]?.integer == 3 } ?? android)?["client_id"]?.string
      settings.androidCertificate = android?["android_info"]?["certificate_hash"]?.string
        .flatMap(ProfileSetting.androidCertificate.value)
      return settings
    }
  }
}
