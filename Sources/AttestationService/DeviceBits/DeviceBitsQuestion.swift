public import DeviceBits
public import Timing

/// A call of Apple's two-bit service that a tenant asks for.
public struct DeviceBitsQuestion: Sendable {
  /// The tenant.
  public let tenant: Int64
  /// The app whose team asks.
  public let app: AppRecord
  /// Which of Apple's hosts knows the device's token.
  public let environment: DeviceEnvironment
  /// What is asked.
  public let call: DeviceBitsCall
  /// The token that the device made; it serves for seconds.
  public let deviceToken: [UInt8]
  /// What ties logs and events together.
  public let correlationID: String
  /// After this instant nobody waits for the answer any more.
  public let deadline: Uptime

  /// Collects the question.
  public init(
    tenant: Int64, app: AppRecord, environment: DeviceEnvironment, call: DeviceBitsCall, deviceToken: [UInt8],
    correlationID: String, deadline: Uptime
  ) {
    self.tenant = tenant
    self.app = app
    self.environment = environment
    self.call = call
    self.deviceToken = deviceToken
    self.correlationID = correlationID
    self.deadline = deadline
  }
}
