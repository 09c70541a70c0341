public import DeviceBits

/// A call that a worker has taken upon itself.
public struct DeviceBitsCallRecord: Sendable {
  /// Whose it is.
  public let tenant: Int64
  /// Its number.
  public let number: Int64
  /// The team whose bits it is about.
  public let team: String
  /// Which of Apple's hosts is asked.
  public let environment: DeviceEnvironment
  /// What is asked.
  public let call: DeviceBitsCall
  /// The token that the device made.
  public let deviceToken: [UInt8]
  /// What ties logs and events together.
  public let correlationID: String
  /// Seconds until nobody waits for the answer any more, by the database's clock at the beginning.
  public let secondsLeft: Double
}
