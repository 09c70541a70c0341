import Foundation

/// What Apple remembers of devices: who attested when, for thirty days.
struct DeviceLedger {
  static let memory: TimeInterval = 30 * 86_400

  private var deviceOfToken: [String: String] = [:]
  private var attestations: [String: [String: Date]] = [:]

  /// Notes an attestation; the same token again is the same event.
  mutating func attested(token: String, device: String, at instant: Date) {
    deviceOfToken[token] = device
    let known = attestations[device]?[token]
    attestations[device, default: [:]][token] = known.map { min($0, instant) } ?? instant
  }

  /// A token that nobody told of is a device of its own, which attested when its receipt was made.
  mutating func meet(_ receipt: SubmittedReceipt) {
    guard deviceOfToken[receipt.content.token] == nil else { return }
    attested(token: receipt.content.token, device: receipt.content.token, at: receipt.createdAt)
  }

  /// Attestations of the token's device in the thirty days before an instant: zero where Apple has forgotten it.
  func metric(token: String, at now: Date) -> Int {
    guard let device = deviceOfToken[token], let known = attestations[device] else { return 0 }
    return known.values.count { $0 <= now.addingTimeInterval(60) && now.timeIntervalSince($0) < Self.memory }
  }
}
