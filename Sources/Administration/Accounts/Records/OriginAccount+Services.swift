import Essentials
import IdentityToolkit

extension OriginAccount {
  /// Auth0: its user profile structure, and the lines of its password export.
  mutating func readAuth0() {
    let objectID = user["_id"]?.text("$oid") ?? user["_ID"]?.text("$oid")
    // The file with hashes has the part of the ID after the bar.
    record.localId = user.text("user_id") ?? objectID.map { "auth0|" + $0 }
    (record.email, record.emailVerified) = (user.text("email"), user.has("email_verified"))
    readProfile(user)
    if user.has("phone_verified") { record.phoneNumber = user.text("phone_number") }
    if user.has("phone_number"), record.phoneNumber == nil { losses.insert(.address) }
    record.disabled = user.has("blocked")
    (record.createdAt, record.lastLoginAt) = (user.time("created_at"), user.time("last_login"))
    if let hash = user.text("passwordHash") ?? user.text("password_hash") { readHash(hash) }
    for identity in user.object("identities")?.array ?? [] {
      add(identity.text("provider"), id: identity.text("user_id"), identity.object("profileData"))
    }
    // An export without identities still has the first one, in the ID.
    if !user.has("identities"), let bar = record.localId?.firstIndex(of: "|"), let uid = record.localId {
      add(String(uid[..<bar]), id: String(uid[uid.index(after: bar)...]), user)
    }
    lose(.username, "username")
    lose(.metadata, "user_metadata", "app_metadata")
    lose(.secondFactor, "multifactor", "mfa_factors")
  }

  /// Supabase: the columns of `auth.users`, whose metadata the Admin API calls by shorter names.
  mutating func readSupabase(at now: Date) {
    record.localId = user.text("id")
    (record.email, record.emailVerified) = (user.text("email"), user.has("email_confirmed_at"))
    let metadata = user.object("raw_user_meta_data") ?? user.object("user_metadata") ?? [:]
    readProfile(metadata)
    if let phone = user.text("phone") {
      if user.has("phone_confirmed_at") {
        record.phoneNumber = phone.hasPrefix("+") ? phone : "+" + phone
      } else {
        losses.insert(.address)
      }
    }
    let banEnd = user.time("banned_until").flatMap { Int64($0.text) } ?? .max
    let isBanned = user.has("banned_until") && banEnd > Int64(now.milliseconds)
    record.disabled = isBanned || user.has("deleted_at")
    (record.createdAt, record.lastLoginAt) = (user.time("created_at"), user.time("last_sign_in_at"))
    if let hash = user.text("encrypted_password") { readHash(hash) }
    let identities = user.object("identities")?.array
    for identity in identities ?? [] {
      let data = identity.object("identity_data")
      add(identity.text("provider"), id: identity.text("provider_id") ?? data?.text("sub"), data)
    }
    // The table has only the names of the providers.
    let app = user.object("raw_app_meta_data") ?? user.object("app_metadata") ?? [:]
    if identities == nil {
      for provider in app["providers"]?.array ?? [] { add(provider.string, id: nil, nil) }
    }
    let usual = ["provider", "providers"]
    if app.members?.contains(where: { !usual.contains($0.name) }) == true { losses.insert(.metadata) }
    let profile = [
      "full_name", "name", "avatar_url", "picture", "email", "email_verified", "phone_verified", "sub", "iss",
      "provider_id",
    ]
    if metadata.members?.contains(where: { !profile.contains($0.name) }) == true { losses.insert(.metadata) }
    lose(.secondFactor, "factors")
  }

  /// Clerk: the columns of the dashboard's CSV, or a user of the Backend API.
  mutating func readClerk() {
    record.localId = user.text("id")
    readProfile(user)
    let (emails, email) = addresses("email_addresses", "email_address", primary: "primary_email_address")
    record.email = email
    record.emailVerified = email.map { emails.verified.contains($0) } ?? false
    let (numbers, number) = addresses("phone_numbers", "phone_number", primary: "primary_phone_number")
    record.phoneNumber = number.flatMap { numbers.verified.contains($0) ? $0 : nil }
    if emails.all.contains(where: { $0 != email })
      || numbers.all.contains(where: { $0 != record.phoneNumber })
    {
      losses.insert(.address)
    }
    // Clerk locks a user only for a time, after wrong passwords.
    record.disabled = user.has("banned")
    (record.createdAt, record.lastLoginAt) = (user.time("created_at"), user.time("last_sign_in_at"))
    lose(.password, "password_enabled")
    if let hash = user.text("password_digest") { readHash(hash) }
    for account in user.object("external_accounts")?.array ?? [] {
      add(account.text("provider"), id: account.text("provider_user_id"), account)
    }
    if let secret = user.text("totp_secret") {
      var factor = MFAEnrollment(mfaEnrollmentId: "totp")
      factor.totpInfo = TOTPInfo(sharedSecretKey: secret)
      record.mfaInfo = [factor]
    } else {
      lose(.secondFactor, "totp_enabled", "backup_code_enabled")
    }
    lose(.username, "username")
    lose(.metadata, "public_metadata", "private_metadata", "unsafe_metadata")
  }

  /// Returns all addresses, those that are verified, and the first: of CSV, where bars or commas part them, or JSON.
  private func addresses(
    _ list: String, _ member: String, primary: String
  ) -> ((all: Set<String>, verified: Set<String>), first: String?) {
    func parts(_ name: String) -> [String] {
      (user.text(name) ?? "").split { "|,".contains($0) }.map { String($0.filter { $0 != " " }) }
    }
    if let objects = user[list]?.array {
      let verified = objects.filter { $0["verification"]?.text("status") == "verified" }
      let first = objects.first { $0.text("id") == user.text(primary + "_id") } ?? objects.first
      let texts = { (objects: [JSONValue]) in Set(objects.compactMap { $0.text(member) }) }
      return ((texts(objects), texts(verified)), first?.text(member))
    }
    let verified = parts("verified_" + list)
    let all = [user.text(primary)].compactMap(\.self) + verified + parts("unverified_" + list) + parts(list)
    return ((Set(all), Set(verified)), all.first)
  }
}
