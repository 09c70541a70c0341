/// A bundle version as numbers, for rules of the form "at least".
struct BundleVersion: Comparable {
  private let parts: [UInt32]

  /// Reads up to eight numbers with dots between them; nothing else is a version.
  init?(_ text: String) {
    let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
    guard pieces.count <= 8 else { return nil }
    let numbers = pieces.compactMap { piece in piece.allSatisfy(\.isASCII) ? UInt32(piece) : nil }
    guard numbers.count == pieces.count, !numbers.isEmpty else { return nil }
    parts = numbers
  }

  static func == (left: Self, right: Self) -> Bool { !(left < right) && !(right < left) }

  static func < (left: Self, right: Self) -> Bool {
    for index in 0..<max(left.parts.count, right.parts.count) {
      let (one, other) = (left.part(index), right.part(index))
      if one != other { return one < other }
    }
    return false
  }

  private func part(_ index: Int) -> UInt32 { index < parts.count ? parts[index] : 0 }
}
