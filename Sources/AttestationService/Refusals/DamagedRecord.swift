/// A row holds what this program never wrote.
struct DamagedRecord: Error, CustomStringConvertible {
  let description: String

  init(_ column: String) { description = "\(column) holds an impossible value" }
}
