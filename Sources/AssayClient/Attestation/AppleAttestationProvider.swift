#if canImport(DeviceCheck)
  import DeviceCheck
  import Foundation

  /// Apple's App Attest service on this device.
  public struct AppleAttestationProvider: AttestationProvider {
    /// Uses the shared service.
    public init() {}

    /// Whether Apple's service is there for this app on this device.
    public var isSupported: Bool {
      get async { DCAppAttestService.shared.isSupported }
    }

    /// Makes a key in the Secure Enclave.
    public func generateKey() async throws -> String {
      try await DCAppAttestService.shared.generateKey()
    }

    /// Has Apple attest the key; the only call that leaves the device.
    public func attestKey(_ keyID: String, clientDataHash: Data) async throws -> Data {
      try await DCAppAttestService.shared.attestKey(keyID, clientDataHash: clientDataHash)
    }

    /// Signs on the device.
    public func generateAssertion(_ keyID: String, clientDataHash: Data) async throws -> Data {
      try await DCAppAttestService.shared.generateAssertion(keyID, clientDataHash: clientDataHash)
    }
  }
#endif
