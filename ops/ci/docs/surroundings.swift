// What the examples of AssayClient's documentation take for granted: an app's own types, and Apple's where there are none.
import AssayClient
import Foundation

#if !canImport(DeviceCheck)
  struct AppleAttestationProvider: AttestationProvider {
    var isSupported: Bool { true }
    func generateKey() async throws -> String { "" }
    func attestKey(_ keyID: String, clientDataHash: Data) async throws -> Data { Data() }
    func generateAssertion(_ keyID: String, clientDataHash: Data) async throws -> Data { Data() }
  }
  func KeychainKeyStore() -> any KeyStore { InMemoryKeyStore() }
  extension SHA256Digest {
    static let system = SHA256Digest { $0 }
  }
#endif

struct Session {
  func token(of account: AccountID) -> String { "" }
}
struct CheckoutCalculation: Encodable {
  let cartID: String
  let voucherCode: String
}
func schedule(_ task: Int, at moment: Date) {}
func report(_ code: String, _ correlationID: String?) {}

func example(
  session: Session, installationID: String, account: AccountID, registrationTask: Int, builtInSecret: String
) async throws {
