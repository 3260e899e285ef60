package import Essentials

/// The user requested another code within a minute.
package struct ResentTooSoon: Error {
  /// The kind of step that the earlier code finishes.
  package let kind: PendingKind
  /// The step; nil if it was never saved.
  package let step: PendingStep?
  package let session: SessionKey
  package let resendAfter: Date
}
