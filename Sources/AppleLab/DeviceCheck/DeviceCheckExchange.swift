public import Foundation

/// One request to the lab's two-bit service.
public struct DeviceCheckExchange: Sendable {
  /// Which host.
  public let host: AppleHost
  /// The path.
  public let path: String
  /// The team of the provider token; nil where it was not valid.
  public let team: String?
  /// The name that the caller gave the request.
  public let transaction: String?
  /// When it came.
  public let receivedAt: Date
  /// When it is answered: later, where the lab was told to be slow.
  public let answeredAt: Date
  /// The status that was answered.
  public let status: Int
}
