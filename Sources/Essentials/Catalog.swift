/// The translations of texts into one language.
package struct Catalog: Sendable {
  /// The BCP 47 tag of the language.
  package let language: String
  /// The translation of a format; nil if there is none.
  ///
  /// `plural` is the English form for any number but one, and the number.
  let translation: @Sendable (_ format: String, _ plural: (format: String, count: Int)?) -> String?

  /// The name that texts use for this program, if it is not usher.
  package var program: String?

  package init(
    language: String,
    translation: @escaping @Sendable (_ format: String, _ plural: (format: String, count: Int)?) -> String?
  ) {
    self.language = language
    self.translation = translation
  }

  /// No translations.
  package static let english = Catalog(language: "en") { _, _ in nil }
}
