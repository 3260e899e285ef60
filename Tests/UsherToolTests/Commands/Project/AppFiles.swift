import Essentials

/// Files as the Firebase console hands them out, written by hand after its form.
enum AppFiles {
  static let plist = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>API_KEY</key>
      <string>AIzaSyApple</string>
      <key>BUNDLE_ID</key>
      <string>com.example.acme</string>
      <key>CLIENT_ID</key>
      <string>1234567890-abc.apps.googleusercontent.com</string>
      <key>GCM_SENDER_ID</key>
      <string>1234567890</string>
      <key>GOOGLE_APP_ID</key>
      <string>1:1234567890:ios:abcdef0123456789</string>
      <key>IS_ADS_ENABLED</key>
      <false/>
      <key>IS_SIGNIN_ENABLED</key>
      <true/>
      <key>PLIST_VERSION</key>
      <string>1</string>
      <key>PROJECT_ID</key>
      <string>acme-1234</string>
      <key>REVERSED_CLIENT_ID</key>
      <string>com.googleusercontent.apps.1234567890-abc</string>
      <key>STORAGE_BUCKET</key>
      <string>acme-1234.appspot.com</string>
    </dict>
    </plist>
    """

  /// The same in binary, made with python3's plistlib.
  static let binaryPlist: Data = {
    let text = """
      YnBsaXN0MDDbAQIDBAUGBwgJCgsMDQ4PEBESExQVFldBUElfS0VZWUJVTkRMRV9JRFlDTElFTlRfSURdR0NNX1NFTkRFUl9J
      RF1HT09HTEVfQVBQX0lEXklTX0FEU19FTkFCTEVEXxARSVNfU0lHTklOX0VOQUJMRURdUExJU1RfVkVSU0lPTlpQUk9KRUNU
      X0lEXxASUkVWRVJTRURfQ0xJRU5UX0lEXlNUT1JBR0VfQlVDS0VUW0FJemFTeUFwcGxlXxAQY29tLmV4YW1wbGUuYWNtZV8Q
      KTEyMzQ1Njc4OTAtYWJjLmFwcHMuZ29vZ2xldXNlcmNvbnRlbnQuY29tWjEyMzQ1Njc4OTBfECExOjEyMzQ1Njc4OTA6aW9z
      OmFiY2RlZjAxMjM0NTY3ODkICVExWWFjbWUtMTIzNF8QKWNvbS5nb29nbGV1c2VyY29udGVudC5hcHBzLjEyMzQ1Njc4OTAt
      YWJjXxAVYWNtZS0xMjM0LmFwcHNwb3QuY29tAAgAHwAnADEAOwBJAFcAZgB6AIgAkwCoALcAwwDWAQIBDQExATIBMwE1AT8B
      awAAAAAAAAIBAAAAAAAAABcAAAAAAAAAAAAAAAAAAAGD
      """
    guard let data = Data(base64Encoded: text.filter { $0 != "\n" }) else { fatalError("no base64") }
    return data
  }()

  static let googleServices = """
    {
      "project_info": {
        "project_number": "1234567890", "project_id": "acme-1234", "storage_bucket": "acme-1234.appspot.com"
      },
      "client": [
        {
          "client_info": {
            "mobilesdk_app_id": "1:1234567890:android:aaaa",
            "android_client_info": {"package_name": "com.example.acme"}
          },
          "oauth_client": [
            {
              "client_id": "1234567890-and.apps.googleusercontent.com", "client_type": 1,
              "android_info": {
                "package_name": "com.example.acme",
                "certificate_hash": "0123456789abcdef0123456789abcdef01234567"
              }
            },
            {"client_id": "1234567890-web.apps.googleusercontent.com", "client_type": 3}
          ],
          "api_key": [{"current_key": "AIzaSyAndroid"}],
          "services": {}
        },
        {
          "client_info": {
            "mobilesdk_app_id": "1:1234567890:android:bbbb",
            "android_client_info": {"package_name": "com.example.acme.debug"}
          },
          "oauth_client": [],
          "api_key": [{"current_key": "AIzaSyDebug"}]
        }
      ],
      "configuration_version": "1"
    }
    """

  static let web = """
    {
      "apiKey": "AIzaSyWeb", "authDomain": "acme-1234.firebaseapp.com", "projectId": "acme-1234",
      "storageBucket": "acme-1234.appspot.com", "messagingSenderId": "1234567890",
      "appId": "1:1234567890:web:cccc", "measurementId": "G-ABC"
    }
    """

  static let snippet = """
    // Import the functions you need from the SDKs you need
    import { initializeApp } from "firebase/app";

    // Your web app's Firebase configuration
    // For Firebase JS SDK v7.20.0 and later, measurementId is optional
    const firebaseConfig = {
      apiKey: "AIzaSyWeb",
      authDomain: 'acme-1234.firebaseapp.com', /* the hosted pages */
      projectId: "acme-1234",
      storageBucket: "acme-1234.appspot.com",
      messagingSenderId: "1234567890",
      appId: "1:1234567890:web:cccc",
      measurementId: "G-ABC",
    };

    // Initialize Firebase
    const app = initializeApp(firebaseConfig);
    """
}
