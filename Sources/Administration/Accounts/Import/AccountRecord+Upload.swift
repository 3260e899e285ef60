import Essentials
import IdentityToolkit

extension AccountRecord {
  /// Returns the account without what belongs to the place that it came from, and how its password was hashed.
  func prepared(
    hashedWith common: HashParameters?, takesAdditions: Bool
  ) throws(ImportReport.Reason) -> (AccountRecord, HashParameters?) {
    var record = self
    (record.tenantId, record.version) = (nil, nil)
    for index in (mfaInfo ?? []).indices {
      guard let number = mfaInfo?[index].unobfuscatedPhoneInfo else { continue }
      record.mfaInfo?[index].phoneInfo = number
      record.mfaInfo?[index].unobfuscatedPhoneInfo = nil
    }
    if !takesAdditions {
      (record.passwordHashParameters, record.passkeyInfo, record.adminMade) = (nil, nil, nil)
    }
    guard let passwordHash, !passwordHash.isEmpty else { return (record, nil) }
    if hasEmulatorHash {
      guard takesAdditions else { throw .emulatorHash }
      return (record, nil)
    }
    if hasRedactedHash { throw .redactedHash }
    guard passwordHash.isBase64, salt?.isBase64 != false else { throw .hashNotBase64 }
    (record.passwordHash, record.salt) = (passwordHash.webSafeBase64, salt?.webSafeBase64)
    guard let passwordHashParameters, !takesAdditions else { return (record, common) }
    do throws(HashParameters.Flaw) {
      return (record, try HashParameters(passwordHashParameters))
    } catch {
      throw .hashParameters(error)
    }
  }
}

extension String {
  fileprivate var isBase64: Bool { Base64URL.decode(anyForm: self) != nil }
}
