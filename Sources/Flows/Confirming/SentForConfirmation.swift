/// A code that was sent, and the step that it finishes.
package struct SentForConfirmation {
  package let confirmation: CodeConfirmation
  /// False if an earlier message is still valid, or if there is no message.
  package let isNew: Bool

  package init(confirmation: CodeConfirmation, isNew: Bool) {
    self.confirmation = confirmation
    self.isNew = isNew
  }
}
