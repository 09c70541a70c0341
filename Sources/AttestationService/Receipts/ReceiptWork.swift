public import AppAttest
public import ReceiptRefresh

/// Everything that is needed to ask Apple about one receipt and to judge the answer.
public struct ReceiptWork: Sendable {
  /// The stored standing.
  public let standing: ReceiptStanding
  /// The stored receipt, as it came.
  public let receipt: [UInt8]
  /// Which of Apple's hosts made it.
  public let environment: AttestationEnvironment
  /// The App ID that its successor must name.
  public let appID: String
  /// The point that its successor must hold, X9.63.
  public let publicKey: [UInt8]
  /// True when the key was revoked meanwhile.
  public let isRevoked: Bool

  /// The team: what stands before the first dot of the App ID.
  public var team: String { String(appID.prefix { $0 != "." }) }
}
