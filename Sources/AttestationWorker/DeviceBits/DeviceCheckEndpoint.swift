import AttestationService

/// Where Apple's two-bit service is. Unlike the receipt service it takes the team's token with `Bearer`.
struct DeviceCheckEndpoint: Sendable {
  /// The base address for devices of the App Store, TestFlight and enterprises.
  var production = "https://api.devicecheck.apple.com"
  /// The base address for development builds.
  var development = "https://api.development.devicecheck.apple.com"

  func base(_ environment: DeviceEnvironment) -> String {
    environment == .production ? production : development
  }
}
