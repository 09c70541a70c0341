import AttestationService
import HTTPServer
import Timing

/// One request of the device API on its way, after the checks that are on.
struct DeviceCall: Sendable {
  let operation: DeviceOperation
  let request: HTTPRequest
  let correlationID: String
  let site: DeviceSite
  let settings: DeviceSettings
  let deadline: Uptime
}

/// The account that a call is made for.
struct DeviceHolder: Sendable {
  let account: DeviceAccount
  let token: DeviceToken
}
