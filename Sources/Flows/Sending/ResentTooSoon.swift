package import Essentials

/// Another code was asked for within a minute of the one that was sent.
package struct ResentTooSoon: Error {
  /// What that one is for.
  package let kind: PendingKind
  /// Nil for what was never kept.
  package let step: PendingStep?
  package let session: SessionKey
  package let resendAfter: Date
}
