import AppleLab
import Foundation
import StackTestSupport
import Testing

@Suite("Macs, against the running program", .enabled(if: TestStack.isPossible))
struct MacTests {
  private static let signingIdentifier = "com.example.desktop"
  private static let policy =
    #"{"mac_signing_identifiers":["com.example.desktop"],"validation_categories":{"production":[2,4,6]}}"#

  @Test("a Mac's key is registered under the team and the signing identifier, where category 6 is allowed")
  func accepted() async throws {
    let (app, caller) = try await shop(platforms: "ios,macos", policy: Self.policy)
    #expect(try caller.register(mac(app)) == "201")
    #expect(try caller.register(app.device(.ios27)) == "201")
  }

  @Test("the bundle identifier in place of the signing identifier is refused")
  func bundleIdentifier() async throws {
    let (app, caller) = try await shop(platforms: "ios,macos", policy: Self.policy)
    #expect(try caller.register(app.device(.macOS27)) == "403 app_id_mismatch")
  }

  @Test(
    "an access control that is not Apple's exact value, or is missing, is refused",
    arguments: [
      LabFault.accessControlWrong, .accessControlMissing,
    ])
  func accessControl(_ fault: LabFault) async throws {
    let (app, caller) = try await shop(platforms: "macos", policy: Self.policy)
    #expect(try caller.register(mac(app), fault: fault) == "403 access_control_mismatch")
    #expect(try caller.register(mac(app)) == "201")
  }

  @Test("an app that is not registered for Macs takes none")
  func notRegistered() async throws {
    let (app, caller) = try await shop(platforms: "ios", policy: nil)
    #expect(try caller.register(mac(app)) == "403 platform_not_accepted")
  }

  @Test("Developer ID, category 6, is refused unless the tenant allows it")
  func developerID() async throws {
    let policy = #"{"mac_signing_identifiers":["com.example.desktop"]}"#
    let (app, caller) = try await shop(platforms: "macos", policy: policy)
    #expect(try caller.register(mac(app)) == "403 validation_category_not_accepted")
  }

  @Test(
    "a production environment is no proof of distribution: a development build that shows it is refused by category")
  func developmentBuild() async throws {
    let (app, caller) = try await shop(platforms: "macos", policy: Self.policy)
    #expect(try caller.register(mac(app)) { $0.category = 3 } == "403 validation_category_not_accepted")
  }

  @Test("an object that nothing signed assigns to a platform is refused, or taken for a device, as the policy says")
  func unknownPlatform() async throws {
    let (app, caller) = try await shop(platforms: "ios,macos", policy: Self.policy)
    #expect(try caller.register(app.device(.ios14)) == "403 platform_unknown")
    let lenient = String(Self.policy.dropLast()) + #","unknown_platform":"accept"}"#
    let (other, otherCaller) = try await shop(platforms: "ios,macos", policy: lenient)
    #expect(try otherCaller.register(other.device(.ios14)) == "201")
  }

  @Test("the device API takes Macs of an app that is registered for them, by the configured App IDs")
  func deviceAPI() async throws {
    let app = try await DeviceShop.shared.app(
      attestation: "production", platforms: "ios,macos", policy: Self.policy)
    let sent = try app.attestation(LabKey(), over: try app.challenge(), on: mac(app))
    #expect(try app.create(["attestation": sent]).row == "201")
    let wrong = try app.attestation(LabKey(), over: try app.challenge(), on: mac(app), fault: .accessControlWrong)
    #expect(try app.create(["attestation": wrong]).row == "401 attestation_invalid")
    let plain = try await DeviceShop.shared.app(attestation: "production")
    let foreign = try plain.attestation(LabKey(), over: try plain.challenge(), on: plain.device(.macOS27))
    #expect(try plain.create(["attestation": foreign]).row == "401 attestation_invalid")
  }

  private func mac(_ app: DeviceApp) -> LabDevice {
    app.device(.macOS27, appID: "ABCDE12345." + Self.signingIdentifier)
  }

  private func shop(platforms: String, policy: String?) async throws -> (DeviceApp, ServiceCaller) {
    let app = try await DeviceShop.shared.app(platforms: platforms, policy: policy)
    return (app, try ServiceCaller(app))
  }
}
