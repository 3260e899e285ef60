/// A code that is on its way, and what it finishes.
package struct SentForConfirmation {
  package let confirmation: CodeConfirmation
  /// False if one that was sent a moment ago still stands, or no message belongs to it.
  package let isNew: Bool

  package init(confirmation: CodeConfirmation, isNew: Bool) {
    self.confirmation = confirmation
    self.isNew = isNew
  }
}
