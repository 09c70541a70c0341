#if canImport(DeviceCheck)
  import DeviceCheck
  import Foundation

  /// Apple's App Attest service on this device.
  public struct AppleAttestationProvider: AttestationProvider {
    /// Uses the shared service.
    public init() {}

    public var isSupported: Bool {
      get async { DCAppAttestService.shared.isSupported }
    }

    public func generateKey() async throws -> String {
      try await DCAppAttestService.shared.generateKey()
    }

    public func attestKey(_ keyID: String, clientDataHash: Data) async throws -> Data {
      try await DCAppAttestService.shared.attestKey(keyID, clientDataHash: clientDataHash)
    }

    public func generateAssertion(_ keyID: String, clientDataHash: Data) async throws -> Data {
      try await DCAppAttestService.shared.generateAssertion(keyID, clientDataHash: clientDataHash)
    }
  }
#endif
