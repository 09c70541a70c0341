import Foundation

/// All service keys that a replica knows at one moment.
struct ChallengeMACKeys: Sendable {
  private let byNumber: [UInt16: ChallengeMACKey]
  private let newestFirst: [ChallengeMACKey]

  init(_ keys: [ChallengeMACKey]) {
    byNumber = Dictionary(keys.map { ($0.number, $0) }) { _, last in last }
    newestFirst = byNumber.values.sorted { $0.activeFrom > $1.activeFrom }
  }

  func key(numbered number: UInt16) -> ChallengeMACKey? { byNumber[number] }

  /// The key for new challenges.
  func signing(at instant: Date) -> ChallengeMACKey? { newestFirst.first { $0.activeFrom <= instant } }

  /// The newest key there is, active or not.
  var newest: ChallengeMACKey? { newestFirst.first }
}
