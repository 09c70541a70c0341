/// A tenant's own names of its accounts.
enum AccountName {
  /// Whether two names are the same bytes, as the database compares them. Swift's `==` takes a composed and a decomposed
  /// letter for the same text, and would lend one account's key to another.
  static func areSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
}
