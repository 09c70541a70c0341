import AttestationService
import Cryptography
import DeviceBits
import Foundation
import Timing

/// What the commands about the two bits share.
struct DeviceBitsArguments {
  static let all: [CommandSyntax.Argument] = [
    AppPlace.appArgument, AppPlace.tenantArgument,
    .option("--device-token", "BASE64", "what DCDevice.generateToken made, seconds ago", required: true),
    .option("--environment", "WORD", "production or development; production unless given"),
  ]
  /// How long the answer is waited for.
  private static let patience: Duration = .seconds(15)

  private let token: [UInt8]
  private let environment: DeviceEnvironment

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard let token = Base64.decode(try arguments.required("--device-token")), !token.isEmpty else {
      throw UsageError("--device-token is not base64", mend: "Give the token as the device made it, in base64.")
    }
    guard let environment = DeviceEnvironment(rawValue: arguments.value("--environment") ?? "production") else {
      throw UsageError("--environment has an unknown word", mend: "Say production or development.")
    }
    self.token = token
    self.environment = environment
  }

  func question(_ call: DeviceBitsCall, _ place: AppPlace) -> DeviceBitsQuestion {
    DeviceBitsQuestion(
      tenant: place.tenant.tenant, app: place.app, environment: environment, call: call, deviceToken: token,
      correlationID: "assay", deadline: Uptime.now + Self.patience)
  }
}
