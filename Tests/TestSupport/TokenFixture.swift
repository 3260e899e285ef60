import Essentials

/// Unsigned ID tokens for tests of what only reads them.
package enum TokenFixture {
  package static func token(_ payload: String) -> String {
    "\(encode(#"{"alg":"none","typ":"JWT"}"#)).\(encode(payload))."
  }

  /// A token of the phone account `uid`, issued at `time` for an hour.
  package static func phone(uid: String = "u1", at time: Int = 1_800_000_000) -> String {
    token(
      """
      {"iss":"https://securetoken.google.com/demo-usher","aud":"demo-usher","auth_time":\(time),"user_id":"\(uid)",\
      "sub":"\(uid)","iat":\(time),"exp":\(time + 3600),"phone_number":"+16505553434",\
      "firebase":{"identities":{"phone":["+16505553434"]},"sign_in_provider":"phone"}}
      """)
  }

  private static func encode(_ text: String) -> String { Base64URL.encode(text.utf8) }
}
